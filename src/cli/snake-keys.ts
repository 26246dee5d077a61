import { isJsonObject, snakeCase } from "../base/index.ts";

/** Renames the keys of our own objects; there are no keys of users among them. */
export function snakeKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(snakeKeys);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [snakeCase(key), snakeKeys(member)]),
  );
}
