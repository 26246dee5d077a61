import * as z from "zod";
import {
  AnyJson,
  camelKeys,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  recordFrom,
  snakeCase,
} from "../../base/index.ts";
import type { PrimitiveSpec } from "../../template/index.ts";
import type { ComparedTo } from "../definition/compared-to.ts";

/** A primitive as files have it: its class, and its parameters in snake_case. */
export const PrimitiveForm = z
  .looseObject({ type: z.string() })
  .transform(({ type, ...parameters }): PrimitiveSpec => {
    // what a file holds is JSON
    const { fields } = camelKeys(parameters as JsonObject);
    return { ...fields, type };
  });

/** The value that is compared with; none is null. */
const Expected = AnyJson.optional().transform((value): JsonValue => value ?? null);

/** The fields of a check that say what a value is compared with, as files have them. */
export const comparedFields = { expected: Expected, verify_with: PrimitiveForm };

/** A check with these fields as it is here. */
export function comparedCheck<Check extends { readonly verify_with: PrimitiveSpec }>({
  verify_with: verifyWith,
  ...check
}: Check) {
  return { ...check, verifyWith };
}

/** These fields for a file. */
export function comparedRecord({ expected, verifyWith }: ComparedTo) {
  return { expected, verify_with: primitiveRecord(verifyWith) };
}

/** A primitive as a file has it, its class last. */
function primitiveRecord({ type, ...parameters }: PrimitiveSpec): JsonObject {
  const entries = Object.entries(parameters as JsonObject).map(
    ([key, value]) => [snakeCase(key), value] as const,
  );
  return { ...recordFrom(entries), type };
}

/** An object whose `type` may be the name of a class, `AllOf`, or its own, `all_of`; a text is a `type` alone. */
export function withOwnType(value: unknown): unknown {
  if (typeof value === "string") return { type: snakeCase(value) };
  if (!isJsonObject(value) || typeof value.type !== "string") return value;
  return { ...value, type: snakeCase(value.type) };
}
