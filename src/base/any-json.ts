import * as z from "zod";
import type { JsonObject, JsonValue } from "./json-value.ts";
import { emptyRecord } from "./record.ts";
import { recordOf } from "./record-of.ts";

/**
 * Any JSON value, taken as it is. For text that came through `JSON.parse` there is nothing left to check,
 * so the schema says `unknown` to zod and `JsonValue` to the compiler.
 */
export const AnyJson = z.unknown() as unknown as z.ZodType<JsonValue, JsonValue>;

/** A JSON object whose keys belong to the user and are never renamed. */
export const AnyJsonObject: z.ZodType<JsonObject, JsonObject> = recordOf(AnyJson);

/** Says what is wrong with a value that JSON cannot hold. */
const JsonTree: z.ZodType<JsonValue, JsonValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(JsonTree), recordOf(JsonTree)]),
);

const zodUnknown: z.core.$constructor<z.ZodUnknown, z.core.$ZodUnknownDef> = z.ZodUnknown;

const JsonCopy = z.core.$constructor<z.ZodUnknown, z.core.$ZodUnknownDef>("JsonCopy", (schema, def) => {
  zodUnknown.init(schema, def);
  schema._zod.parse = (payload, context) => {
    const copy = copyOf(payload.value, 0);
    if (copy === undefined) return JsonTree._zod.run(payload, context);
    payload.value = copy;
    return payload;
  };
});

/**
 * A JSON value that does not come from `JSON.parse`: what JSON cannot hold is refused. It is copied by hand where nothing
 * is wrong with it: zod tries every kind of value on every part, and keeps track of each part in case it holds itself.
 */
export const CheckedJson = new JsonCopy({ type: "unknown" }) as unknown as z.ZodType<JsonValue, JsonValue>;

/** Copies deeper than this are left to zod. */
const deepest = 100;

/** A copy of a value that is plainly JSON; undefined for any other. */
export function plainJson(value: unknown): JsonValue | undefined {
  return copyOf(value, 0);
}

function copyOf(value: unknown, depth: number): JsonValue | undefined {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "object" || depth > deepest) return undefined;
  return Array.isArray(value) ? listCopy(value, depth) : objectCopy(value, depth);
}

function listCopy(list: readonly unknown[], depth: number): JsonValue | undefined {
  const copy: JsonValue[] = [];
  for (const item of list) {
    const copied = copyOf(item, depth + 1);
    if (copied === undefined) return undefined;
    copy.push(copied);
  }
  return copy;
}

function objectCopy(object: object, depth: number): JsonValue | undefined {
  if (Object.getPrototypeOf(object) !== Object.prototype) return undefined;
  if (Object.getOwnPropertySymbols(object).length > 0) return undefined;
  const copy = emptyRecord<JsonValue>();
  for (const [key, member] of Object.entries(object)) {
    const copied = copyOf(member, depth + 1);
    if (copied === undefined || key === "__proto__") return undefined;
    copy[key] = copied;
  }
  return copy;
}
