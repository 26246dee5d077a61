import { recordFrom } from "../record.ts";
import { type DecodeCursor, decodeAt, isObject, plainNode, type WireNode } from "./wire-node.ts";

/** Arrays and tuples: `nodeAt` gives the node of each place. */
function listNode(nodeAt: (index: number) => WireNode): WireNode {
  return {
    plain: false,
    holds: (container) => container === "array",
    encode: (value) =>
      Array.isArray(value) ? value.map((item, index) => nodeAt(index).encode(item)) : value,
    decode: (json, cursor) =>
      Array.isArray(json) ? json.map((item, index) => decodeAt(nodeAt(index), index, item, cursor)) : json,
    step: (key) => [key, nodeAt(Number(key))],
  };
}

/** An array whose items are alike. */
export function arrayNode(item: WireNode): WireNode {
  return item.plain ? plainNode : listNode(() => item);
}

/** A tuple; `rest` takes the places beyond `items`. */
export function tupleNode(items: readonly WireNode[], rest: WireNode): WireNode {
  const plain = rest.plain && items.every((item) => item.plain);
  return plain ? plainNode : listNode((index) => items[index] ?? rest);
}

/** A record: its keys are the user's own and stay as they are. */
export function recordNode(value: WireNode): WireNode {
  if (value.plain) return plainNode;
  const mapValues = (record: unknown, map: (item: unknown, key: string) => unknown): unknown =>
    isObject(record)
      ? recordFrom(Object.entries(record).map(([key, item]) => [key, map(item, key)]))
      : record;
  return {
    plain: false,
    holds: (container) => container === "object",
    encode: (record) => mapValues(record, (item) => value.encode(item)),
    decode: (json, cursor: DecodeCursor) =>
      mapValues(json, (item, key) => decodeAt(value, key, item, cursor)),
    step: (key) => [key, value],
  };
}
