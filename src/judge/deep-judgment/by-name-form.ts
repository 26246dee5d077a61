import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  ownEntry,
  recordFrom,
} from "../../base/index.ts";
import { type Accepted, closedObject, type JudgeForm, refused } from "../../rubric/index.ts";

/** What one item's value must be. */
export interface ItemReading<Value> {
  readonly schema: JsonSchema;
  /** Reads the value of one item. */
  read(json: JsonValue): Accepted<Value>;
}

/**
 * Asks for `{ <key>: { <item>: <value> } }`, and takes the inner object alone where all its keys are items. Names match
 * exactly, others are ignored; an item that is missing or null is left out of the value. One that makes no sense takes nothing
 * from the others: its problems stand in its place. A reply with none of the items, or with nothing but such, is refused.
 */
export function byNameForm<Value>(
  key: string,
  names: readonly string[],
  item: ItemReading<Value>,
): JudgeForm<ReadonlyMap<string, Accepted<Value>>> {
  return {
    name: key,
    schema: closedObject({
      [key]: closedObject(recordFrom(names.map((name) => [name, item.schema]))),
    }),
    accept(json) {
      const byName = isUnwrapped(json, key, names) ? json : ownMember(json, key);
      if (!isJsonObject(byName)) return refused(`${key}: expected an object, found ${quoteValue(byName)}`);
      if (!names.some((name) => Object.hasOwn(byName, name)))
        return refused(`${key}: expected the keys ${names.join(", ")}, found none of them`);
      const values = new Map<string, Accepted<Value>>();
      for (const name of names) {
        const found = ownMember(byName, name);
        if (found !== undefined && found !== null) values.set(name, item.read(found));
      }
      const problems = problemsIn(values);
      const isUseless = problems.length > 0 && [...values.values()].every(({ ok }) => !ok);
      return isUseless ? { ok: false, problems } : { ok: true, value: values };
    },
  };
}

/** What is wrong with items, each with the item's name before it. */
export function problemsIn<Value>(values: ReadonlyMap<string, Accepted<Value>>): readonly string[] {
  return [...values].flatMap(([name, read]) =>
    read.ok ? [] : read.problems.map((problem) => `${name}: ${problem}`),
  );
}

function isUnwrapped(json: JsonValue, key: string, names: readonly string[]): json is JsonObject {
  if (!isJsonObject(json) || isJsonObject(ownMember(json, key))) return false;
  const keys = Object.keys(json);
  return keys.length > 0 && keys.every((one) => names.includes(one));
}

function ownMember(json: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(json) ? ownEntry(json, key) : undefined;
}

/** A value of a reply as a problem quotes it. */
export function quoteValue(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 80);
}
