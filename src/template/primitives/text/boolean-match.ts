import * as z from "zod";
import { isTruthy } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";

const options = z.strictObject({});

type BooleanMatchOptions = z.input<typeof options>;

export const booleanMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "BooleanMatch",
  options,
  summary: "Both are true or both are false; null equals only null.",
  values: "boolean",
  rightWhen: (_options, truth) => `it is ${valueWords(truth)}`,
  validateGroundTruth: (groundTruth) =>
    [null, true, false, 0, 1].some((value) => value === groundTruth)
      ? []
      : [`expected true or false, found ${JSON.stringify(groundTruth)}`],
  check: (value, groundTruth) => {
    if (value === null || groundTruth === null) return value === groundTruth;
    return isTruthy(value) === isTruthy(groundTruth);
  },
});

/** Passes when both are true or both are false. Null equals only null; any text but `""` counts as true. */
export function booleanMatch(options?: BooleanMatchOptions): Primitive<boolean | null> {
  return authorPrimitive(booleanMatchPrimitive, options);
}
