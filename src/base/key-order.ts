import { isJsonObject } from "./json-value.ts";
import { recordFrom } from "./record.ts";

/**
 * The value with the keys of its objects in order, and without those that are undefined, so that what says the same has the same JSON.
 * What is so already is given back itself.
 *
 * @example
 * JSON.stringify(inKeyOrder({ b: 1, a: undefined })) // '{"b":1}'
 */
export function inKeyOrder(value: unknown): unknown {
  if (Array.isArray(value)) {
    const parts = value.map(inKeyOrder);
    return parts.every((part, at) => part === value[at]) ? value : parts;
  }
  if (!isJsonObject(value)) return value;
  let isInOrder = Object.getPrototypeOf(value) === Object.prototype;
  let before = "";
  const entries = Object.entries<unknown>(value);
  for (const entry of entries) {
    const [name, part] = entry;
    entry[1] = inKeyOrder(part);
    if (part !== entry[1] || part === undefined || name < before) isInOrder = false;
    before = name;
  }
  if (isInOrder) return value;
  const left = entries.filter(([, part]) => part !== undefined);
  return recordFrom(left.sort(([one], [other]) => (one < other ? -1 : 1)));
}
