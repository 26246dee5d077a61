import * as z from "zod";
import { type JsonObject, KareninaError, snakeCase } from "../../base/index.ts";
import { type AnyPrimitive, findPrimitive } from "./list.ts";
import type { PrimitiveSpec } from "./primitive.ts";

/**
 * A primitive as files store it: parameters in snake_case with all defaults written, `type` last. Parameters that do not
 * fit are written as they are, and those of an unknown primitive keep their names, so that nothing is lost.
 *
 * @example
 * primitiveSpecToWire(numericTolerance({ tolerance: 0.1 })); // { tolerance: 0.1, mode: "relative", type: "NumericTolerance" }
 */
export function primitiveSpecToWire(spec: PrimitiveSpec): JsonObject {
  const { type, ...given } = spec;
  const definition = findPrimitive(type);
  if (definition === undefined) return { ...given, type };
  const parsed = definition.options.safeParse(given);
  const parameters = parsed.success ? (parsed.data as JsonObject) : given; // options are JSON
  return { ...withKeys(parameters, snakeCase), type };
}

/**
 * Reads a primitive as files store it. Parameters a known primitive does not have are left out; those of an unknown one
 * are kept as they are, and `resolvePrimitive` reports its name.
 * Throws `KareninaError` with code `template_invalid` where `type` is missing.
 */
export function primitiveSpecFromWire(wire: JsonObject): PrimitiveSpec {
  const { type, ...stored } = wire;
  if (typeof type !== "string") {
    throw new KareninaError("template_invalid", `A primitive needs a "type", found ${JSON.stringify(wire)}.`);
  }
  const definition = findPrimitive(type);
  if (definition === undefined) return { type, ...stored };
  const names = namesByWireName(definition);
  const known = Object.fromEntries(Object.entries(stored).filter(([key]) => names.has(key)));
  return { type, ...withKeys(known, (key) => names.get(key) ?? key) };
}

function namesByWireName(definition: AnyPrimitive): ReadonlyMap<string, string> {
  const { properties } = z.toJSONSchema(definition.options, { io: "input" });
  return new Map(Object.keys(properties ?? {}).map((name) => [snakeCase(name), name]));
}

/** Renames the parameters themselves; what they hold, such as the words of a synonym map, is the user's. */
function withKeys(parameters: JsonObject, rename: (key: string) => string): JsonObject {
  return Object.fromEntries(Object.entries(parameters).map(([key, value]) => [rename(key), value]));
}
