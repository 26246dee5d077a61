import * as z from "zod";
import { numberOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { inexactNumberProblems } from "../exact-numbers.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";
import { type NumericValue, numericGroundTruthProblems, numericValue } from "./numeric-value.ts";

const options = z.strictObject({});

type NumericExactOptions = z.input<typeof options>;

export const numericExactPrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericExact",
  options,
  summary: "Both are the same number.",
  values: "number, or text that is one",
  rightWhen: (_options, truth) => `it is ${valueWords(truth)}`,
  validateGroundTruth: (groundTruth) => [
    ...numericGroundTruthProblems(groundTruth),
    ...inexactNumberProblems(numberOfValue(groundTruth) ?? null),
  ],
  check: (value, groundTruth) =>
    numericValue("NumericExact", value) === numericValue("NumericExact", groundTruth),
});

/** Passes when both are the same number; `0.1 + 0.2` is not `0.3`. NaN is no number. */
export function numericExact(options?: NumericExactOptions): Primitive<NumericValue> {
  return authorPrimitive(numericExactPrimitive, options);
}
