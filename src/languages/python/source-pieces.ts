import type { PythonNode } from "./python-node.ts";
import { token } from "./source-shape.ts";

/** A source that ends with a class, in parts that can be parsed one by one: many sources share most of them. */
interface SourcePieces {
  /** Where the class begins; what stands before it is one part. */
  readonly header: number;
  /** Where each statement of its body begins, and the blanks before each. */
  readonly members: readonly number[];
  readonly indent: string;
}

/** The first line of a class. */
const header = /class [A-Za-z_]\w*(?:\([\w., ]*\))?: *\n/y;

/** More statements are parsed as a whole: each part costs something by itself. */
const mostMembers = 200;

/** What stands in for the class around a statement of its body. */
const around = "class A:\n";

/**
 * The tree of a source, put together from those of its parts; undefined for a source that does not end with a class, or has
 * a part that is no statement by itself.
 *
 * @param parse the tree of a text that begins at a place
 */
export function treeOfPieces(
  source: string,
  parse: (text: string, at: number) => PythonNode,
): PythonNode | undefined {
  const pieces = piecesOf(source);
  if (pieces === undefined || pieces.members.length > mostMembers) return undefined;
  const { members, indent } = pieces;
  const stop = `${indent}pass\n`;
  const before = source.slice(0, pieces.header);
  const statements = before.trim() === "" ? [] : parse(`${before}pass\n`, 0).children.slice(0, -1);
  const bodies = members.map((from, index) => {
    const next = members[index + 1];
    const text = around + source.slice(from, next) + (next === undefined ? "" : stop);
    return bodyOf(parse(text, from - around.length));
  });
  const top = parse(source.slice(pieces.header, members[0]) + stop, pieces.header);
  const body = bodyOf(top);
  const [defined] = top.children;
  const last = bodies.at(-1);
  if (body === undefined || defined === undefined || last === undefined) return undefined;
  const inside: PythonNode[] = [];
  for (const found of bodies) {
    if (found === undefined) return undefined;
    inside.push(...found.children.slice(1, found === last ? undefined : -1));
  }
  const ending = ({ name, from }: PythonNode) => ({
    name,
    from,
    text: source.slice(from, last.from + last.text.length),
  });
  const whole = { ...ending(body), children: [...body.children.slice(0, 1), ...inside] };
  const children = [...defined.children.slice(0, -1), whole];
  return {
    name: "Script",
    from: 0,
    text: source,
    children: [...statements, { ...ending(defined), children }],
  };
}

/** The body of a source that is one class. */
function bodyOf({ children: [only, ...more] }: PythonNode): PythonNode | undefined {
  const body = only?.children.at(-1);
  return more.length === 0 && only?.name === "ClassDefinition" && body?.name === "Body" ? body : undefined;
}

function piecesOf(source: string): SourcePieces | undefined {
  const lines = statementLines(source);
  const at = lines?.findLastIndex(({ indent }) => indent === 0) ?? -1;
  const [top, ...inside] = lines?.slice(at) ?? [];
  header.lastIndex = top?.from ?? 0;
  const [first] = inside;
  if (at === -1 || top === undefined || first === undefined || !header.test(source)) return undefined;
  const members = inside.filter(({ indent }) => indent === first.indent).map(({ from }) => from);
  return { header: top.from, members, indent: " ".repeat(first.indent) };
}

interface StatementLine {
  readonly from: number;
  readonly indent: number;
}

/** The lines that go on with nothing before them, and say something; undefined where they cannot be told. */
function statementLines(source: string): readonly StatementLine[] | undefined {
  const lines: StatementLine[] = [];
  const add = (from: number) => {
    let at = from;
    while (source[at] === " ") at += 1;
    if (at < source.length && !"\n#".includes(source[at] ?? "")) lines.push({ from, indent: at - from });
  };
  let depth = 0;
  add(0);
  token.lastIndex = 0;
  for (let found = token.exec(source); found !== null; found = token.exec(source)) {
    const [whole, , string, comment, name, number] = found;
    if (whole === '"' || whole === "'") return undefined;
    if ((string ?? comment ?? name ?? number) !== undefined) continue;
    for (let at = found.index; at < token.lastIndex; at += 1) {
      const sign = source[at] ?? "";
      if (sign === "\t") return undefined;
      if ("([{".includes(sign)) depth += 1;
      else if (")]}".includes(sign)) depth -= 1;
      else if (sign === "\n" && depth === 0 && source[at - 1] !== "\\") add(at + 1);
    }
  }
  return lines;
}
