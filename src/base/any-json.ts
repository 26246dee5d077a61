import * as z from "zod";
import type { JsonObject, JsonValue } from "./json-value.ts";
import { recordOf } from "./record-of.ts";

/**
 * Any JSON value, taken as it is. For text that came through `JSON.parse` there is nothing left to check,
 * so the schema says `unknown` to zod and `JsonValue` to the compiler.
 */
export const AnyJson = z.unknown() as unknown as z.ZodType<JsonValue, JsonValue>;

/** A JSON object whose keys belong to the user and are never renamed. */
export const AnyJsonObject: z.ZodType<JsonObject, JsonObject> = recordOf(AnyJson);

/** A JSON value that does not come from `JSON.parse`: what JSON cannot hold is refused. */
export const CheckedJson: z.ZodType<JsonValue, JsonValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(CheckedJson), recordOf(CheckedJson)]),
);
