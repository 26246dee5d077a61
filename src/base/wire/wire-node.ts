/** A key found in a file under its in-memory name. */
export interface MisnamedKey {
  readonly path: readonly PropertyKey[];
  readonly key: string;
  readonly wireName: string;
}

/** Where decoding is, and what it noticed on the way. */
export interface DecodeCursor {
  readonly path: PropertyKey[];
  readonly misnamed: MisnamedKey[];
}

/** One schema, compiled for renaming. Values of an unexpected shape pass through: reporting them is the schema's work. */
export interface WireNode {
  /** True: nothing inside is ever renamed, so values pass as they are. */
  readonly plain: boolean;
  /** True when this node renames inside arrays, or inside objects. */
  holds(container: "array" | "object"): boolean;
  encode(value: unknown): unknown;
  decode(json: unknown, cursor: DecodeCursor): unknown;
  /** The wire name of one step of a path, and the node behind it. */
  step(key: PropertyKey): readonly [wireKey: PropertyKey, node: WireNode] | undefined;
}

/** The node of everything without keys of its own. */
export const plainNode: WireNode = {
  plain: true,
  holds: () => false,
  encode: (value) => value,
  decode: (json) => json,
  step: (key) => [key, plainNode],
};

/** An object, as opposed to null, an array or a primitive. */
export function isObject(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The container a value is, if it is one. */
export function containerOf(value: unknown): "array" | "object" | undefined {
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : undefined;
}

/** Decodes one element with the cursor moved to it. */
export function decodeAt(node: WireNode, key: PropertyKey, json: unknown, cursor: DecodeCursor): unknown {
  if (node.plain) return json;
  cursor.path.push(key);
  const value = node.decode(json, cursor);
  cursor.path.pop();
  return value;
}
