import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  tryParseJson,
} from "../../base/index.ts";
import {
  alternativesOf,
  deepest,
  kindOf,
  kindsOf,
  propertyOf,
  type SchemaNode,
  type SchemaWalk,
  schemaNode,
  walkOf,
} from "./schema-node.ts";

/**
 * A tool's input with text decoded where the schema wants an array or an object and text is not allowed: many models
 * write such arguments as JSON inside a string. Text that holds nothing of the kind stays as it is.
 */
export function decodeInput(schema: JsonSchema, input: JsonObject): JsonObject {
  const walk = walkOf(schema);
  const decoded = decode(walk.root, input, walk, 0);
  return isJsonObject(decoded) ? decoded : input;
}

function decode(schema: unknown, value: JsonValue, walk: SchemaWalk, depth: number): JsonValue {
  if (depth > deepest) return value;
  if (typeof value === "string") {
    const inside = decodedText(schema, value, walk);
    return inside === undefined ? value : decode(schema, inside, walk, depth + 1);
  }
  const node = onlyFitting(schema, value, walk);
  if (node === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((member: JsonValue) => decode(node.items, member, walk, depth + 1));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      decode(propertyOf(node, name), member, walk, depth + 1),
    ]),
  );
}

/** The array, object or null that a text stands for, where the schema allows that and no text. */
function decodedText(schema: unknown, text: string, walk: SchemaWalk): JsonValue | undefined {
  const kinds = kindsOf(schema, walk);
  if (kinds === undefined || kinds.has("string") || !(kinds.has("array") || kinds.has("object")))
    return undefined;
  const value = tryParseJson(text);
  return typeof value === "object" && kinds.has(kindOf(value)) ? value : undefined;
}

/** The schema to read inside of a value; undefined when several alternatives could be meant. */
function onlyFitting(schema: unknown, value: JsonValue, walk: SchemaWalk): SchemaNode | undefined {
  const node = schemaNode(schema, walk);
  const alternatives = node && alternativesOf(node);
  if (node === undefined || alternatives === undefined) return node;
  const kind = kindOf(value);
  const [only, ...others] = alternatives.filter((part) => kindsOf(part, walk)?.has(kind) ?? true);
  return others.length === 0 ? schemaNode(only, walk) : undefined;
}
