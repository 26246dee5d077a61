import { readSourceTree, type SourceNode } from "./source-tree.ts";

/** Numbers from 0 to below `count`, the same for the same seed. */
export function picker(seed: number): (count: number) => number {
  let state = seed >>> 0;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

/**
 * The source of a template, as `templateSource` writes it, as somebody else may have written the same: other quotes and
 * spellings of numbers, constants, spreads, other names for what is imported, comments, types.
 */
export function restyleSource(source: string, seed: number): string {
  const pick = picker(seed);
  const tree = readSourceTree(source);
  const constants: string[] = [];
  const used = new Set<string>();
  const zodName = ["z", "zod", "$"][pick(3)];
  const imports = pick(3);
  const textOf = ({ from, to }: SourceNode) => source.slice(from, to);

  const authoringName = (name: string) => {
    if (name === "z") return zodName;
    if (name === "RegExp") return name;
    used.add(name);
    return imports === 0 ? `k.${name}` : imports === 1 ? name : `${name}_1`;
  };
  const hoisted = (expression: string, type = "") => {
    const name = `c${constants.length}`;
    constants.push(`const ${name}${type} = ${expression};`);
    return name;
  };
  const styledText = (value: string): string => {
    const quoted = JSON.stringify(value);
    const single = `'${quoted.slice(1, -1).replaceAll("'", "\\'").replaceAll('\\"', '"')}'`;
    const escaped = [...quoted.slice(1, -1)].every((sign) => /[ a-z]/.test(sign))
      ? `"${[...value].map((sign) => `\\u{${sign.codePointAt(0)?.toString(16)}}`).join("")}"`
      : quoted;
    const half = Math.floor(value.length / 2);
    const halves = [value.slice(0, half), value.slice(half)];
    const template = `\`${value.replaceAll(/[\\`$\r]/g, (sign) => (sign === "\r" ? "\\r" : `\\${sign}`))}\``;
    const styles = [
      () => quoted,
      () => single,
      () => escaped,
      () => template,
      () => `(${quoted})`,
      () =>
        halves.every((part) => part.isWellFormed())
          ? halves.map((part) => JSON.stringify(part)).join(" + ")
          : quoted,
      () => hoisted(single, ": string"),
      () => `${hoisted(`{ text: ${quoted}, "other": 1 } as const`)}.text`,
      () => `\`\${${hoisted(quoted)}}\``,
      () => `[${quoted}][0]`,
    ];
    return styles[pick(styles.length)]?.() ?? quoted;
  };
  const styledNumber = (text: string): string => {
    const value = Number(text);
    const isWhole = Number.isSafeInteger(value);
    const styles = [
      () => text,
      () => `(${text})`,
      () => (isWhole ? `0x${value.toString(16)}` : text),
      () => (isWhole ? `0b${value.toString(2)}` : value.toExponential()),
      () => hoisted(`${text} satisfies number`),
      () => `+${text}`,
    ];
    return styles[pick(styles.length)]?.() ?? text;
  };
  const styledProperty = (property: SourceNode): string => {
    const [key, colon, value] = property.children;
    if (key === undefined || colon?.name !== ":" || value === undefined) return textOf(property);
    const name = key.name === "PropertyDefinition" ? textOf(key) : undefined;
    const quoted = name === undefined ? textOf(key) : JSON.stringify(name);
    const written = emit(value);
    const styles = [
      () => `${textOf(key)}: ${written}`,
      () => `${quoted}: ${written}`,
      () => `[${quoted}]: ${written}`,
      () => `...{ ${textOf(key)}: ${written} }`,
      () => `...${hoisted(`{ ${textOf(key)}: ${written} }`)}`,
      () => `/* ${quoted.replaceAll("*", "")} */ ${textOf(key)} : // next\n ${written}`,
    ];
    // a key "__proto__" is computed already
    return key.name === "[" ? emitParts(property) : (styles[pick(styles.length)]?.() ?? "");
  };
  const emitParts = (node: SourceNode): string => {
    let text = "";
    let place = node.from;
    for (const child of node.children) {
      text += source.slice(place, child.from) + emit(child);
      place = child.to;
    }
    return text + source.slice(place, node.to);
  };
  const emit = (node: SourceNode): string => {
    const { name, children } = node;
    if (name === "String") return styledText(JSON.parse(textOf(node)) as string);
    if (name === "Number") return styledNumber(textOf(node));
    if (name === "VariableName") return authoringName(textOf(node)) ?? "";
    if (name === "ObjectExpression") {
      const properties = children.filter((child) => child.name === "Property").map(styledProperty);
      return `{${properties.join(pick(2) === 0 ? "," : ",\n")}${properties.length > 0 && pick(2) === 0 ? "," : ""}}`;
    }
    if (name === "ArrayExpression" && pick(4) === 0) return `[...${emitParts(node)}]`;
    if (name === "ArrayExpression" && pick(4) === 0) return hoisted(emitParts(node));
    if (children.length === 0) return textOf(node);
    return emitParts(node);
  };

  const exported = tree.children.find((child) => child.name === "ExportDeclaration");
  const call = exported?.children.find((child) => child.name === "CallExpression");
  if (call === undefined) throw new Error("no default export");
  const template = emit(call);
  const names = [...used].map((name) => (imports === 1 ? name : `${name} as ${name}_1`)).join(", ");
  return [
    pick(2) === 0 ? "// a template" : "/* a\n template */",
    zodName === "z" ? "import { z } from 'zod'" : `import * as ${zodName} from "zod";`,
    imports === 0 ? "import * as k from 'karenina'" : `import { ${names}, } from "karenina";`,
    ...(pick(3) === 0 ? ["interface Unused { readonly deep: Array<string> }"] : []),
    ...constants,
    pick(2) === 0
      ? `export default ${template}`
      : `const template = ${template};\nexport default ${pick(2) === 0 ? "(template)" : "template"}; // done`,
  ].join("\n");
}
