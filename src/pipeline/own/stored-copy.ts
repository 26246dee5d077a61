import { isJsonObject, type JsonValue } from "../../base/index.ts";

/** What results can hold of own stages, far within what files of results are read with. */
const deepest = 100;
const mostCharacters = 1_000_000;
const mostCollections = 10_000;

/** Copies what results are to hold of one task. */
export interface StoredCopies {
  /**
   * A frozen copy, as JSON has it: members without a value are left out.
   *
   * @param place begins the message, such as the fact's name
   * @throws StorageProblem for what JSON has no word for, and beyond the limits of one result.
   */
  copy(value: unknown, place: string): JsonValue;
}

/** Where a value holds something that results cannot, and what. */
export class StorageProblem extends Error {}

/**
 * Copies that together stay within 1,000,000 characters and 10,000 lists and objects, nested at most 100 levels deep.
 *
 * @param shown how each text is to be stored
 */
export function storedCopies(shown: (text: string) => string): StoredCopies {
  let characters = 0;
  let collections = 0;
  const spend = (count: number) => {
    characters += count;
    if (characters > mostCharacters)
      throw new StorageProblem(`the facts of one result are more than ${mostCharacters} characters`);
  };
  const storedText = (text: string, place: string) => {
    if (!text.isWellFormed()) throw new StorageProblem(`${place} is text with half of a character in it`);
    spend(text.length + 2);
    return shown(text);
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
    if (collections > mostCollections)
      throw new StorageProblem(`the facts of one result have more than ${mostCollections} lists and objects`);
    const inner = [...around, value];
    if (Array.isArray(value))
      return Object.freeze(Array.from(value, (item: unknown, at) => copyIn(item, `${place}[${at}]`, inner)));
    const prototype: unknown = Object.getPrototypeOf(value);
    if (!isJsonObject(value) || (prototype !== Object.prototype && prototype !== null))
      throw new StorageProblem(`${place} is an object of class ${value.constructor?.name ?? "?"}`);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.freeze(
      Object.fromEntries(
        members.map(([name, member]) => [
          storedText(name, `a name in ${place}`),
          copyIn(member, `${place}.${name}`, inner),
        ]),
      ),
    );
  };
  return { copy: (value, place) => copyIn(value, place, []) };
}
