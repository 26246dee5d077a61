import * as z from "zod";
import type { JsonValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { numberWords, spanWords } from "../value-words.ts";
import { Decay, DistanceMode, decayedCredit } from "./decay.ts";
import { type NumericValue, numericGroundTruthProblems, numericValue } from "./numeric-value.ts";

const options = z.strictObject({
  direction: z.enum(["max", "min"]),
  margin: z.number().positive(),
  mode: DistanceMode.default("relative"),
  decay: Decay.default("linear"),
  exclusive: z.boolean().default(false),
});

type Options = z.output<typeof options>;

type NumericThresholdGradedOptions = z.input<typeof options>;

export const numericThresholdGradedPrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericThresholdGraded",
  options,
  summary: "Passes on the right side of the ground truth; on the wrong side, credit falls over a `margin`.",
  values: "number, or text that is one",
  rightWhen: ({ direction, exclusive, margin, mode }, truth) =>
    `it is ${spanWords({ min: direction === "min" ? Number(truth) : null, max: direction === "max" ? Number(truth) : null, exclusiveMin: exclusive, exclusiveMax: exclusive })}; beyond, credit falls to none over ${mode === "relative" ? `${numberWords(margin * 100)} %` : numberWords(margin)}`,
  validateGroundTruth: numericGroundTruthProblems,
  passesItself: ({ exclusive }) => !exclusive,
  check: (value, groundTruth, given) => {
    const beyond = excess(value, groundTruth, given);
    return given.exclusive ? beyond < 0 : beyond <= 0;
  },
  score: (value, groundTruth, given) => {
    const threshold = Math.abs(numericValue("NumericThresholdGraded", groundTruth));
    const shoulder = given.mode === "relative" ? given.margin * threshold : given.margin;
    return decayedCredit(given.decay, excess(value, groundTruth, given), shoulder);
  },
});

/**
 * Takes the ground truth as a threshold that the value may not exceed (`direction: "max"`) or must reach (`"min"`).
 * On the right side, threshold included, credit is 1; beyond it credit falls by `decay` to 0 over a shoulder:
 * `margin × |threshold|` in mode `relative` (default; none for a threshold of 0), `margin` in mode `absolute`.
 * With `exclusive` the threshold itself does not pass, though it keeps its credit.
 */
export function numericThresholdGraded(options: NumericThresholdGradedOptions): Primitive<NumericValue> {
  return authorPrimitive(numericThresholdGradedPrimitive, options);
}

/** How far the value is on the wrong side; 0 or less on the right side. */
function excess(value: JsonValue, groundTruth: JsonValue, { direction }: Options): number {
  const actual = numericValue("NumericThresholdGraded", value);
  const threshold = numericValue("NumericThresholdGraded", groundTruth);
  return direction === "max" ? actual - threshold : threshold - actual;
}
