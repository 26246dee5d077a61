import * as z from "zod";

/** How a schema becomes an interface. */
export interface InterfaceOptions {
  /** Inner schemas that have a type of their own, by its name. */
  readonly names?: ReadonlyMap<z.core.$ZodType, string>;
  /** What is written (`input`, the default) or what reading gives (`output`). */
  readonly io?: "input" | "output";
  /** The documentation of a member, when not its schema's description. */
  readonly doc?: (member: string) => string | undefined;
}

/** A documented read-only interface of an object schema, as TypeScript. */
export function interfaceText(name: string, schema: z.ZodObject, options: InterfaceOptions = {}): string {
  const about = schema.description === undefined ? "" : docComment(schema.description, "");
  return `${about}export interface ${name} ${objectText(schema, options, "")}\n`;
}

/** Lines of at most 110 columns as a TSDoc comment. */
export function docComment(text: string, indent: string): string {
  const single = `${indent}/** ${text} */`;
  if (single.length <= 110 && !text.includes("\n")) return `${single}\n`;
  const lines = text.split("\n").flatMap((paragraph) => wrap(paragraph, 106 - indent.length));
  return [`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`.trimEnd()), `${indent} */\n`].join(
    "\n",
  );
}

function wrap(text: string, columns: number): readonly string[] {
  if (text.length <= columns) return [text];
  const lines: string[] = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length >= columns) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

function objectText(schema: z.core.$ZodObject, options: InterfaceOptions, indent: string): string {
  const inner = `${indent}  `;
  const members = Object.entries(schema._zod.def.shape).map(([key, member]) => {
    const doc = options.doc?.(key) ?? describeMember(member);
    const isOptional = options.io === "output" ? member._zod.optout : member._zod.optin;
    const type = typeText(member, { ...options, doc: undefined }, inner);
    return `${doc === undefined ? "" : docComment(doc, inner)}${inner}readonly ${key}${isOptional ? "?" : ""}: ${type};\n`;
  });
  const { catchall } = schema._zod.def;
  const others =
    catchall === undefined || catchall._zod.def.type === "never"
      ? ""
      : `${inner}readonly [key: string]: unknown;\n`;
  return `{\n${members.join("")}${others}${indent}}`;
}

/** A member's description, and its default where reading fills one in. */
function describeMember(member: z.core.$ZodType): string | undefined {
  const about = descriptionOf(member);
  const { def } = (member as z.core.$ZodTypes)._zod;
  if (about === undefined || def.type !== "default") return about;
  return `${about} Default: \`${JSON.stringify(def.defaultValue)}\`.`;
}

function descriptionOf(schema: z.core.$ZodType): string | undefined {
  const own = z.globalRegistry.get(schema)?.description;
  const { def } = schema._zod;
  return own ?? ("innerType" in def ? descriptionOf(def.innerType as z.core.$ZodType) : undefined); // wrappers wrap a schema
}

/** The type of a value, as TypeScript. */
function typeText(schema: z.core.$ZodType, options: InterfaceOptions, indent: string): string {
  const named = options.names?.get(schema);
  if (named !== undefined) return named;
  const inside = (inner: z.core.$ZodType) => typeText(inner, options, indent);
  // zod's base class does not know its own definitions; the union of all schemas does
  const def = (schema as z.core.$ZodTypes)._zod.def;
  switch (def.type) {
    case "string":
    case "number":
    case "boolean":
    case "null":
    case "undefined":
    case "unknown":
      return def.type;
    case "literal":
      return union(def.values.map((value) => JSON.stringify(value)));
    case "enum":
      return union(Object.values(def.entries).map((value) => JSON.stringify(value)));
    case "array":
      return `readonly ${bracketed(inside(def.element))}[]`;
    case "record":
      return `{ readonly [name: string]: ${inside(def.valueType)} }`;
    case "object":
      return objectText(schema as z.core.$ZodObject, options, indent);
    case "union":
      return union(def.options.map(inside));
    case "nullable":
      return union([inside(def.innerType), "null"]);
    case "optional":
      return union([inside(def.innerType), "undefined"]);
    case "default":
    case "prefault":
      return options.io === "output" ? inside(def.innerType) : union([inside(def.innerType), "undefined"]);
    case "readonly":
    case "nonoptional":
      return inside(def.innerType);
    case "pipe":
      return inside(options.io === "output" ? def.out : def.in);
    default:
      throw new TypeError(`There is no text for the type of a schema "${def.type}"; give it a name.`);
  }
}

const union = (types: readonly string[]) => types.join(" | ");
const bracketed = (type: string) => (type.includes(" | ") ? `(${type})` : type);
