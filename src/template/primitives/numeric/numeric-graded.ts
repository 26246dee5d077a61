import * as z from "zod";
import type { JsonValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { distanceWords } from "../value-words.ts";
import { Decay, DistanceMode, decayedCredit } from "./decay.ts";
import { type NumericValue, numericGroundTruthProblems, numericValue } from "./numeric-value.ts";

const options = z
  .strictObject({
    cutoff: z.number().positive(),
    fullCredit: z.number().min(0).nullable().default(null),
    mode: DistanceMode.default("relative"),
    decay: Decay.default("linear"),
  })
  .refine(({ cutoff, fullCredit }) => fullCredit === null || fullCredit < cutoff, {
    path: ["fullCredit"],
    message: "must be below cutoff",
  });

type NumericGradedOptions = z.input<typeof options>;

export const numericGradedPrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericGraded",
  options,
  summary:
    "Credit falls with the distance to the ground truth; passes within `fullCredit`, or else within `cutoff`.",
  values: "number, or text that is one",
  rightWhen: ({ cutoff, fullCredit, mode }, truth) =>
    `it is within ${distanceWords(fullCredit ?? cutoff, mode, truth)}; credit falls to none at ${distanceWords(cutoff, mode, truth)}`,
  validateGroundTruth: numericGroundTruthProblems,
  check: (value, groundTruth, { cutoff, fullCredit, mode }) =>
    distance(value, groundTruth, mode) <= (fullCredit ?? cutoff),
  score: (value, groundTruth, { cutoff, fullCredit, mode, decay }) => {
    const inner = fullCredit ?? 0;
    return decayedCredit(decay, distance(value, groundTruth, mode) - inner, cutoff - inner);
  },
});

/**
 * Gives credit by the distance d to the ground truth: 1 up to `fullCredit` (default 0), 0 from `cutoff` on, in between
 * by `decay` along r = (d − fullCredit) / (cutoff − fullCredit). Passes when d is at most `fullCredit` if that is set,
 * else at most `cutoff`. In mode `relative` (default) d is a share of the ground truth; a ground truth of 0 needs 0.
 */
export function numericGraded(options: NumericGradedOptions): Primitive<NumericValue> {
  return authorPrimitive(numericGradedPrimitive, options);
}

function distance(value: JsonValue, groundTruth: JsonValue, mode: DistanceMode): number {
  const actual = numericValue("NumericGraded", value);
  const expected = numericValue("NumericGraded", groundTruth);
  const difference = Math.abs(actual - expected);
  if (mode === "absolute" || difference === 0) return difference;
  return difference / Math.abs(expected);
}
