import { isJsonObject, type JsonValue } from "./json-value.ts";
import { recordFrom } from "./record.ts";

/** Copies of what code of users hands over to be stored. */
export interface StoredCopies {
  /**
   * A frozen copy, as JSON has it: members without a value are left out.
   *
   * @param place begins the message, such as a fact's name
   * @throws StorageProblem for what JSON has no word for, and beyond the limits.
   */
  copy(value: unknown, place: string): JsonValue;
}

/** Where a value holds something that cannot be stored, and what. */
export class StorageProblem extends Error {}

/** What can be stored. */
export interface StorageLimits {
  /** What messages call all of it together, such as `the facts of one result`. */
  readonly what: string;
  /** Most characters of all copies together. */
  readonly characters: number;
  /** Most lists and objects likewise. */
  readonly collections: number;
  /** True: of an object of a class its own members are taken. Default false: it is refused. */
  readonly classes?: boolean;
  /** How each text is stored; `place` for its message where it cannot. Default: as it is. */
  readonly shown?: (text: string, place: string) => string;
}

/** Files with results can be read as long as nothing in them nests deeper than twice this. */
const deepest = 100;

/** Copies that together stay within limits, and are nested at most 100 levels deep. */
export function storedCopies(limits: StorageLimits): StoredCopies {
  const { what, shown = (text) => text, classes = false } = limits;
  let characters = 0;
  let collections = 0;
  const spend = (count: number) => {
    characters += count;
    if (characters > limits.characters)
      throw new StorageProblem(`${what} are more than ${limits.characters} characters`);
  };
  const storedText = (text: string, place: string) => {
    spend(text.length + 2);
    return shown(text, place);
  };
  const copyIn = (value: unknown, place: string, around: readonly object[]): JsonValue => {
    if (typeof value === "string") return storedText(value, place);
    spend(5);
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    if (typeof value === "number") throw new StorageProblem(`${place} is ${value}`);
    if (typeof value !== "object") throw new StorageProblem(`${place} is a value of type ${typeof value}`);
    if (around.includes(value)) throw new StorageProblem(`${place} holds itself`);
    if (around.length === deepest)
      throw new StorageProblem(`${place.slice(0, 60)}… is nested deeper than ${deepest} levels`);
    collections += 1;
    if (collections > limits.collections)
      throw new StorageProblem(`${what} have more than ${limits.collections} lists and objects`);
    const inner = [...around, value];
    if (Array.isArray(value))
      return Object.freeze(Array.from(value, (item: unknown, at) => copyIn(item, `${place}[${at}]`, inner)));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (!isJsonObject(value) || (!classes && prototype !== Object.prototype && prototype !== null))
      throw new StorageProblem(`${place} is an object of class ${value.constructor?.name ?? "?"}`);
    const copy = new Map<string, JsonValue>();
    for (const [name, member] of Object.entries(value)) {
      if (member === undefined) continue;
      const shownName = storedText(name, `a name in ${place}`);
      if (copy.has(shownName))
        throw new StorageProblem(`${place} has two members that are called ${shownName}`);
      copy.set(shownName, copyIn(member, `${place}.${name}`, inner));
    }
    return Object.freeze(recordFrom(copy));
  };
  return { copy: (value, place) => copyIn(value, place, []) };
}
