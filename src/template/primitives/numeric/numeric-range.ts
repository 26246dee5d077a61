import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { spanWords } from "../value-words.ts";
import { type NumericValue, numericValue } from "./numeric-value.ts";

const options = z.strictObject({
  min: z.number().nullable().default(null),
  max: z.number().nullable().default(null),
  exclusiveMin: z.boolean().default(false),
  exclusiveMax: z.boolean().default(false),
});

type NumericRangeOptions = z.input<typeof options>;

export const numericRangePrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericRange",
  options,
  summary: "The value lies between `min` and `max`; the ground truth is not used.",
  values: "number, or text that is one",
  rightWhen: (options) => `it is ${spanWords(options)}`,
  vacuity: ({ min, max }) => (min === null && max === null ? "refused" : undefined),
  check: (value, _groundTruth, { min, max, exclusiveMin, exclusiveMax }) => {
    const actual = numericValue("NumericRange", value);
    const highEnough = min === null || (exclusiveMin ? actual > min : actual >= min);
    const lowEnough = max === null || (exclusiveMax ? actual < max : actual <= max);
    return highEnough && lowEnough;
  },
});

/**
 * Passes when the value is neither below `min` nor above `max`; a bound that is missing does not bound, and without
 * either a template is refused. NaN is no number and does not pass. The ground truth is not used.
 */
export function numericRange(options?: NumericRangeOptions): Primitive<NumericValue> {
  return authorPrimitive(numericRangePrimitive, options);
}
