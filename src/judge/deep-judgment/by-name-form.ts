import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import type { Accepted } from "../../ports/index.ts";
import { closedObject, type JudgeForm } from "../../rubric/index.ts";

/** What one item's value must be. */
export interface ItemReading<Value> {
  readonly schema: JsonSchema;
  /** Reads the value of one item; a problem is told with the item's name before it. */
  read(json: JsonValue): Accepted<Value>;
}

/**
 * Asks for `{ <key>: { <item>: <value> } }`, and takes the inner object alone where all its keys are items. Names match
 * exactly, others are ignored; an item that is missing or null is left out of the value. A reply with none of the items, or
 * with a value that makes no sense, is refused.
 */
export function byNameForm<Value>(
  key: string,
  names: readonly string[],
  item: ItemReading<Value>,
): JudgeForm<ReadonlyMap<string, Value>> {
  return {
    name: key,
    schema: closedObject({
      [key]: closedObject(Object.fromEntries(names.map((name) => [name, item.schema]))),
    }),
    accept(json) {
      const byName = isUnwrapped(json, key, names) ? json : ownMember(json, key);
      if (!isJsonObject(byName)) return refused(`${key}: expected an object, found ${shown(byName)}`);
      if (!names.some((name) => Object.hasOwn(byName, name)))
        return refused(`${key}: expected the keys ${names.join(", ")}, found none of them`);
      const values = new Map<string, Value>();
      const problems: string[] = [];
      for (const name of names) {
        const found = Object.hasOwn(byName, name) ? byName[name] : undefined;
        if (found === undefined || found === null) continue;
        const read = item.read(found);
        if (read.ok) values.set(name, read.value);
        else problems.push(...read.problems.map((problem) => `${name}: ${problem}`));
      }
      return problems.length === 0 ? { ok: true, value: values } : { ok: false, problems };
    },
  };
}

function isUnwrapped(json: JsonValue, key: string, names: readonly string[]): json is JsonObject {
  if (!isJsonObject(json) || isJsonObject(ownMember(json, key))) return false;
  const keys = Object.keys(json);
  return keys.length > 0 && keys.every((one) => names.includes(one));
}

function ownMember(json: JsonValue, key: string): JsonValue | undefined {
  return isJsonObject(json) && Object.hasOwn(json, key) ? json[key] : undefined;
}

/** A reply with one problem. */
export function refused(problem: string): { readonly ok: false; readonly problems: readonly string[] } {
  return { ok: false, problems: [problem] };
}

/** A value of a reply as a problem quotes it. */
export function shown(value: JsonValue | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value).slice(0, 80);
}
