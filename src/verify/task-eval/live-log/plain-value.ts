import { type JsonValue, messageOf, recordFrom } from "../../../base/index.ts";

/** A value of a program as JSON, with what could not be taken over as it is. */
export interface PlainValue {
  /** Undefined for what JSON has no place for, such as a function. */
  readonly value: JsonValue | undefined;
  /** What stands in its place for something else, a phrase each; nothing for nearly all values. */
  readonly problems: readonly string[];
}

/** A value has more parts or text than is kept. */
export class TooLarge extends Error {}

/** Of objects and lists in one another. */
const deepest = 60;
/** Of objects, lists and their members in all. */
const mostParts = 200_000;

/**
 * Copies any value of a program as JSON: circles, members that throw when they are read, big integers and whatever else has
 * no place in JSON do no harm. It looks at a limited number of parts, so that it ends.
 *
 * @param mostCharacters of all texts together
 * @throws TooLarge
 */
export function plainValue(given: unknown, mostCharacters: number): PlainValue {
  const problems: string[] = [];
  const outer: object[] = [];
  let parts = 0;
  let characters = 0;

  const replaced = (text: string, problem: string): string => {
    problems.push(problem);
    return `[${text}]`;
  };
  const textOf = (text: string): string => {
    characters += text.length;
    if (characters > mostCharacters) throw new TooLarge();
    return text;
  };
  const read = (object: object, name: string | number): JsonValue | undefined => {
    let member: unknown;
    try {
      member = Reflect.get(object, name);
    } catch (error) {
      return replaced(
        "could not be read",
        `${JSON.stringify(name)} could not be read: ${safeMessage(error)}`,
      );
    }
    return copy(member);
  };
  const copyObject = (object: object): JsonValue => {
    if (object instanceof Date) return Number.isNaN(object.getTime()) ? null : object.toISOString();
    if (ArrayBuffer.isView(object) || object instanceof ArrayBuffer)
      return replaced(`${object.byteLength} bytes`, "a value holds bytes, which are no text");
    if (object instanceof Error) return textOf(safeMessage(object));
    if (object instanceof Map)
      return copyObject(recordFrom([...object].map(([name, one]) => [String(name), one])));
    if (object instanceof Set) return copyObject([...object]);
    if (Array.isArray(object)) {
      const list: JsonValue[] = [];
      for (let at = 0; at < object.length; at += 1) list.push(read(object, at) ?? null);
      return list;
    }
    return recordFrom(
      Object.keys(object).flatMap((name) => {
        const value = read(object, name);
        return value === undefined ? [] : [[textOf(name), value] as const];
      }),
    );
  };
  const copy = (value: unknown): JsonValue | undefined => {
    parts += 1;
    if (parts > mostParts) throw new TooLarge();
    if (typeof value === "string") return textOf(value);
    if (typeof value === "boolean" || value === null) return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : null;
    if (typeof value === "bigint") return textOf(String(value));
    if (typeof value !== "object") return undefined;
    if (outer.includes(value)) return replaced("circular", "a value holds itself");
    if (outer.length >= deepest) return replaced("too deep", `a value is nested more than ${deepest} deep`);
    outer.push(value);
    try {
      return copyObject(value);
    } catch (error) {
      if (error instanceof TooLarge) throw error;
      return replaced("could not be read", `a value could not be read: ${safeMessage(error)}`);
    } finally {
      outer.pop();
    }
  };
  return { value: copy(given), problems };
}

/** What was thrown in words, whatever it is. */
export function safeMessage(error: unknown): string {
  try {
    return messageOf(error).slice(0, 500);
  } catch {
    return "it throws something that cannot be read";
  }
}
