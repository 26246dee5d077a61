import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";
import { type NumericValue, numericGroundTruthProblems, numericValue } from "./numeric-value.ts";

const options = z.strictObject({ exclusive: z.boolean().default(false) });

type NumericMinimumOptions = z.input<typeof options>;

export const numericMinimumPrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericMinimum",
  options,
  summary: "The value is at least the ground truth.",
  values: "number, or text that is one",
  rightWhen: ({ exclusive }, truth) => `it is ${exclusive ? "above" : "at least"} ${valueWords(truth)}`,
  validateGroundTruth: numericGroundTruthProblems,
  passesItself: ({ exclusive }) => !exclusive,
  check: (value, groundTruth, { exclusive }) => {
    const actual = numericValue("NumericMinimum", value);
    const minimum = numericValue("NumericMinimum", groundTruth);
    return exclusive ? actual > minimum : actual >= minimum;
  },
});

/** Passes when the value is at least the ground truth, or truly above it with `exclusive`. */
export function numericMinimum(options?: NumericMinimumOptions): Primitive<NumericValue> {
  return authorPrimitive(numericMinimumPrimitive, options);
}
