import * as z from "zod";
import { isTruthy, type JsonValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";

const options = z.strictObject({});

export type BooleanMatchOptions = z.input<typeof options>;

const BOOLEAN_TEXT = /^(true|false|yes|no|1|0)$/i;

export const booleanMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "BooleanMatch",
  options,
  summary: "Both are true or both are false; null equals only null.",
  values: "boolean",
  validateGroundTruth: (groundTruth) =>
    isBooleanLike(groundTruth) ? [] : [`a boolean is expected, found ${JSON.stringify(groundTruth)}`],
  check: (value, groundTruth) => {
    if (value === null || groundTruth === null) return value === groundTruth;
    return isTruthy(value) === isTruthy(groundTruth);
  },
});

/** Passes when both are true or both are false. Null equals only null; any text but `""` counts as true. */
export function booleanMatch(options?: BooleanMatchOptions): Primitive<boolean | null> {
  return authorPrimitive(booleanMatchPrimitive, options);
}

function isBooleanLike(value: JsonValue): boolean {
  if (typeof value === "string") return BOOLEAN_TEXT.test(value.trim());
  return value === null || typeof value === "boolean" || value === 0 || value === 1;
}
