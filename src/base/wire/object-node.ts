import { KareninaError } from "../errors.ts";
import { defineEntry } from "../record.ts";
import { type DecodeCursor, decodeAt, isObject, type WireNode } from "./wire-node.ts";

/** One declared key of an object schema. */
interface DeclaredKey {
  readonly key: string;
  readonly wireKey: string;
  readonly node: WireNode;
  /** Where it has this value it is left out; undefined: it is always written. */
  readonly omitted: unknown;
}

/** What becomes of keys the schema does not declare. `reject` leaves them for the schema to complain about. */
export type UnknownKeys =
  | { readonly policy: "drop" }
  | { readonly policy: "reject" }
  | { readonly policy: "keep"; readonly node: WireNode };

/** An object: declared keys are renamed, others treated by `unknown`. Throws `composition` when two keys share a name on disk. */
export function objectNode(declared: readonly DeclaredKey[], unknown: UnknownKeys): WireNode {
  const byKey = new Map(declared.map((entry) => [entry.key, entry]));
  const byWireKey = new Map<string, DeclaredKey>();
  for (const entry of declared) {
    const other = byWireKey.get(entry.wireKey);
    if (other) {
      const message = `The keys ${other.key} and ${entry.key} are both written as ${entry.wireKey}.`;
      throw new KareninaError("composition", message, { hint: "Give one of them .meta({ wireName })." });
    }
    byWireKey.set(entry.wireKey, entry);
  }

  const encodeUnknown = (value: { readonly [key: string]: unknown }, json: { [key: string]: unknown }) => {
    if (unknown.policy !== "keep") return;
    for (const key of Object.keys(value)) {
      if (byKey.has(key)) continue;
      if (byWireKey.has(key)) {
        throw new KareninaError(
          "invalid_input",
          `The extra key ${key} has the name of a declared key on disk.`,
        );
      }
      defineEntry(json, key, unknown.node.encode(value[key]));
    }
  };

  const decodeUnknown = (
    key: string,
    item: unknown,
    value: { [key: string]: unknown },
    cursor: DecodeCursor,
  ) => {
    const misnamed = byKey.get(key);
    if (misnamed) {
      if (unknown.policy === "drop") return;
      cursor.misnamed.push({ path: [...cursor.path], key, wireName: misnamed.wireKey });
    } else if (unknown.policy === "keep") {
      defineEntry(value, key, decodeAt(unknown.node, key, item, cursor));
    } else if (unknown.policy === "reject") {
      defineEntry(value, key, item);
    }
  };

  return {
    plain: false,
    holds: (container) => container === "object",
    encode(value) {
      if (!isObject(value)) return value;
      const json: { [key: string]: unknown } = {};
      for (const { key, wireKey, node, omitted } of declared) {
        const item = value[key];
        if (item !== undefined && !isSame(item, omitted))
          json[wireKey] = node.plain ? item : node.encode(item);
      }
      encodeUnknown(value, json);
      return json;
    },
    decode(json, cursor) {
      if (!isObject(json)) return json;
      const value: { [key: string]: unknown } = {};
      for (const wireKey of Object.keys(json)) {
        const entry = byWireKey.get(wireKey);
        if (entry) value[entry.key] = decodeAt(entry.node, entry.key, json[wireKey], cursor);
        else decodeUnknown(wireKey, json[wireKey], value, cursor);
      }
      return value;
    },
    step(key) {
      const entry = byKey.get(String(key));
      if (entry) return [entry.wireKey, entry.node];
      return unknown.policy === "keep" ? [key, unknown.node] : undefined;
    },
  };
}

/** True for equal plain values, and for two lists or two objects without anything in them. */
function isSame(item: unknown, omitted: unknown): boolean {
  if (item === omitted || typeof item !== "object" || typeof omitted !== "object") return item === omitted;
  if (item === null || omitted === null || Array.isArray(item) !== Array.isArray(omitted)) return false;
  return Object.keys(item).length === 0 && Object.keys(omitted).length === 0;
}
