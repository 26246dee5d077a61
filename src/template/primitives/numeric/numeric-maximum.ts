import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { valueWords } from "../value-words.ts";
import { type NumericValue, numericGroundTruthProblems, numericValue } from "./numeric-value.ts";

const options = z.strictObject({ exclusive: z.boolean().default(false) });

type NumericMaximumOptions = z.input<typeof options>;

export const numericMaximumPrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericMaximum",
  options,
  summary: "The value is at most the ground truth.",
  values: "number, or text that is one",
  rightWhen: ({ exclusive }, truth) => `it is ${exclusive ? "below" : "at most"} ${valueWords(truth)}`,
  validateGroundTruth: numericGroundTruthProblems,
  passesItself: ({ exclusive }) => !exclusive,
  check: (value, groundTruth, { exclusive }) => {
    const actual = numericValue("NumericMaximum", value);
    const maximum = numericValue("NumericMaximum", groundTruth);
    return exclusive ? actual < maximum : actual <= maximum;
  },
});

/** Passes when the value is at most the ground truth, or truly below it with `exclusive`. */
export function numericMaximum(options?: NumericMaximumOptions): Primitive<NumericValue> {
  return authorPrimitive(numericMaximumPrimitive, options);
}
