import type { JsonValue } from "../../base/index.ts";

/** A value of any shape as a text: texts as they are, all else as JSON; null where there is none. */
export function cellText(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A list as one text; null where it has nothing. */
export function joinedText(list: readonly string[] | null | undefined, separator = ", "): string | null {
  return list?.join(separator) || null;
}

/** The sum of some numbers. */
export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** The keys of some objects, each once, in their order. */
export function keysOf(...objects: readonly (object | null | undefined)[]): readonly string[] {
  return [...new Set(objects.flatMap((one) => Object.keys(one ?? {})))];
}
