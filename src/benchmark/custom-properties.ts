import { type JsonObject, type JsonValue, KareninaError, recordFrom } from "../base/index.ts";
import { reservedProperties } from "./checkpoint/vocabulary.ts";
import { frozenJson } from "./frozen-json.ts";

/** The properties with one set. Throws `invalid_input` for a benchmark's property whose name belongs to the format. */
export function withProperty(
  properties: JsonObject,
  name: string,
  value: JsonValue,
  owner: "benchmark" | "question",
): JsonObject {
  if (owner === "benchmark" && reservedProperties.includes(name)) {
    throw new KareninaError(
      "invalid_input",
      `Expected a property name of your own, found "${name}", which belongs to the file format.`,
    );
  }
  const entries = new Map(Object.entries(properties)).set(
    name,
    frozenJson(value, `property ${JSON.stringify(name)}`),
  );
  return Object.freeze(recordFrom(entries));
}

/** The properties without one; undefined when it is not there. */
export function withoutProperty(properties: JsonObject, name: string): JsonObject | undefined {
  if (!Object.hasOwn(properties, name)) return undefined;
  return Object.freeze(recordFrom(Object.entries(properties).filter(([key]) => key !== name)));
}
