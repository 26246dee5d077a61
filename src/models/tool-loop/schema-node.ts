import { isJsonObject, type JsonSchema } from "../../base/index.ts";

/** A kind of JSON value, as JSON Schema names them. */
type Kind = "null" | "boolean" | "number" | "string" | "array" | "object";

/** A schema as any server may have written it: whatever is not understood allows everything. */
export interface SchemaNode {
  readonly [keyword: string]: unknown;
}

/** Schemas and values nested deeper than this are left to the tool. */
export const deepest = 32;

const knownKinds: ReadonlySet<string> = new Set(["null", "boolean", "number", "string", "array", "object"]);
const isKind = (name: string): name is Kind => knownKinds.has(name);

/** One reading of a schema beside a value. */
export interface SchemaWalk {
  readonly root: SchemaNode;
  /** Steps the walk may still make: alternatives that lead back to themselves would take for ever. */
  stepsLeft: number;
}

/** Begins to read a schema. */
export const walkOf = (schema: JsonSchema): SchemaWalk => ({
  // A JSON Schema is JSON; its type only says more.
  root: schema as unknown as SchemaNode,
  stepsLeft: 50_000,
});

/** The kind of a JSON value. */
export function kindOf(value: unknown): Kind {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
  const type = typeof value;
  return isKind(type) ? type : "object";
}

/** The schema itself, or what its `$ref` leads to; undefined for anything that allows everything. */
export function schemaNode(schema: unknown, walk: SchemaWalk): SchemaNode | undefined {
  let node = schema;
  for (let hops = 0; hops < deepest && walk.stepsLeft > 0; hops += 1) {
    walk.stepsLeft -= 1;
    if (!isJsonObject(node)) return undefined;
    if (typeof node.$ref !== "string") return node;
    node = referenced(node.$ref, walk.root);
  }
  return undefined;
}

function referenced(pointer: string, root: SchemaNode): unknown {
  if (!pointer.startsWith("#")) return undefined;
  let node: unknown = root;
  for (const part of pointer.slice(1).split("/").slice(1)) {
    const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return undefined;
    node = Reflect.get(node, key);
  }
  return node;
}

/** The alternatives of a schema, of which one has to fit; undefined when it has none. */
export function alternativesOf(node: SchemaNode): readonly unknown[] | undefined {
  const alternatives = node.anyOf ?? node.oneOf;
  return Array.isArray(alternatives) ? alternatives : undefined;
}

/** The schema of one property; undefined where nothing is said about it. */
export function propertyOf(node: SchemaNode, name: string): unknown {
  const { properties, additionalProperties } = node;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return properties[name];
  return additionalProperties;
}

/** The kinds of value a schema allows by its types and alternatives; undefined: any. */
export function kindsOf(schema: unknown, walk: SchemaWalk, depth = 0): ReadonlySet<Kind> | undefined {
  const node = depth > deepest ? undefined : schemaNode(schema, walk);
  if (node === undefined) return undefined;
  const alternatives = alternativesOf(node);
  if (node.type === undefined && alternatives !== undefined) {
    const parts = alternatives.map((alternative) => kindsOf(alternative, walk, depth + 1));
    const known = parts.filter((part) => part !== undefined);
    return known.length === parts.length ? new Set(known.flatMap((part) => [...part])) : undefined;
  }
  const named: readonly unknown[] = Array.isArray(node.type) ? node.type : [node.type];
  const kinds = named.map((name) => (name === "integer" ? "number" : name));
  if (!kinds.every((kind): kind is Kind => typeof kind === "string" && isKind(kind))) return undefined;
  return new Set(node.nullable === true ? [...kinds, "null"] : kinds);
}
