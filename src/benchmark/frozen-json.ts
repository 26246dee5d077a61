import { type JsonObject, type JsonValue, KareninaError, recordFrom } from "../base/index.ts";
import { maximumDepth } from "./json/parse-json.ts";

/**
 * A frozen copy of a caller's value, so that later changes to the original do not reach the benchmark.
 * Throws `invalid_input` for what JSON cannot hold: dates, functions, undefined, NaN, class instances, cycles.
 */
export function frozenJson(value: unknown, where: string): JsonValue {
  return copy(value, where, 0);
}

/** {@link frozenJson} of an object. */
export function frozenJsonObject(value: unknown, where: string): JsonObject {
  return copyObject(plainObject(value, where), where, 0);
}

/** Freezes a value that nobody else has, with all that it holds. */
export function freezeJson<Value extends JsonValue>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) freezeJson(member);
  return Object.freeze(value);
}

function copy(value: unknown, where: string, depth: number): JsonValue {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (depth >= maximumDepth - 10)
    throw refuseValue(where, `a value nested deeper than ${maximumDepth - 10} levels, or a cycle`);
  if (Array.isArray(value)) {
    return Object.freeze(value.map((member, index) => copy(member, `${where}[${index}]`, depth + 1)));
  }
  return copyObject(plainObject(value, where), where, depth);
}

function copyObject(value: object, where: string, depth: number): JsonObject {
  const members = Object.entries(value).map(
    ([key, member]) => [key, copy(member, `${where}.${key}`, depth + 1)] as const,
  );
  return Object.freeze(recordFrom(members));
}

function plainObject(value: unknown, where: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw refuseValue(where, nameOf(value));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refuseValue(where, nameOf(value));
  return value;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null)
    return `an object of class ${value.constructor?.name ?? "unknown"}`;
  return typeof value === "number" ? String(value) : typeof value;
}

function refuseValue(where: string, found: string): KareninaError {
  return new KareninaError("invalid_input", `${where}: expected a JSON value, found ${found}`, {
    hint: "Convert it first, for example a date to ISO 8601 text.",
  });
}
