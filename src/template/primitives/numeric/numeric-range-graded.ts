import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { numberWords, spanWords } from "../value-words.ts";
import { Decay, DistanceMode, decayedCredit } from "./decay.ts";
import { type NumericValue, numericValue } from "./numeric-value.ts";

const options = z
  .strictObject({
    min: z.number(),
    max: z.number(),
    margin: z.number().positive(),
    mode: DistanceMode.default("absolute"),
    decay: Decay.default("linear"),
    exclusiveMin: z.boolean().default(false),
    exclusiveMax: z.boolean().default(false),
  })
  .refine(({ min, max }) => min < max, { path: ["min"], message: "must be below max" });

type NumericRangeGradedOptions = z.input<typeof options>;

export const numericRangeGradedPrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericRangeGraded",
  options,
  summary:
    "Passes between `min` and `max`; outside, credit falls over a `margin`. The ground truth is not used.",
  values: "number, or text that is one",
  rightWhen: (options) =>
    `it is ${spanWords(options)}; outside, credit falls to none over ${options.mode === "relative" ? `${numberWords(options.margin * 100)} % of that span` : numberWords(options.margin)}`,
  check: (value, _groundTruth, { min, max, exclusiveMin, exclusiveMax }) => {
    const actual = numericValue("NumericRangeGraded", value);
    return (exclusiveMin ? actual > min : actual >= min) && (exclusiveMax ? actual < max : actual <= max);
  },
  score: (value, _groundTruth, { min, max, margin, mode, decay }) => {
    const actual = numericValue("NumericRangeGraded", value);
    const shoulder = mode === "relative" ? margin * (max - min) : margin;
    return decayedCredit(decay, Math.max(min - actual, actual - max), shoulder);
  },
});

/**
 * Passes between `min` and `max`. Credit is 1 there, bounds included, and falls by `decay` to 0 over a shoulder on both
 * sides: `margin` wide in mode `absolute` (default), `margin × (max − min)` in mode `relative`. An exclusive bound
 * concerns only passing. The ground truth is not used.
 */
export function numericRangeGraded(options: NumericRangeGradedOptions): Primitive<NumericValue> {
  return authorPrimitive(numericRangeGradedPrimitive, options);
}
