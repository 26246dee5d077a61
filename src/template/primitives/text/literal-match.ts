import * as z from "zod";
import { equalValues } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { inexactNumberProblems } from "../exact-numbers.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";

const options = z.strictObject({});

type LiteralMatchOptions = z.input<typeof options>;

export const literalMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "LiteralMatch",
  options,
  summary: "Both are the same value, without any normalization.",
  values: "one of a few literals",
  rightWhen: (_options, truth) => `it is ${valueWords(truth)}`,
  validateGroundTruth: inexactNumberProblems,
  check: (value, groundTruth) => equalValues(value, groundTruth),
});

/** Passes when both are the same value. Nothing is normalized; true equals 1 and false equals 0. */
export function literalMatch(options?: LiteralMatchOptions): Primitive<string | number | boolean | null> {
  return authorPrimitive(literalMatchPrimitive, options);
}
