import * as z from "zod";
import { numberOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { inexactNumberProblems } from "../exact-numbers.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { distanceWords } from "../value-words.ts";
import { DistanceMode } from "./decay.ts";
import { type NumericValue, numericGroundTruthProblems, numericValue } from "./numeric-value.ts";

const options = z.strictObject({
  tolerance: z.number(),
  mode: DistanceMode.default("relative"),
});

type NumericToleranceOptions = z.input<typeof options>;

export const numericTolerancePrimitive = definePrimitive({
  kind: "parsed",
  type: "NumericTolerance",
  options,
  summary: "The value is at most `tolerance` away from the ground truth, as a share of it or absolutely.",
  values: "number, or text that is one",
  rightWhen: ({ tolerance, mode }, truth) => `it is within ${distanceWords(tolerance, mode, truth)}`,
  validate: ({ tolerance }) =>
    tolerance < 0 ? [`NumericTolerance: expected a tolerance of at least 0, found ${tolerance}`] : [],
  validateGroundTruth: (groundTruth, { tolerance, mode }) => {
    const problems = numericGroundTruthProblems(groundTruth);
    const expected = Math.abs(numberOfValue(groundTruth) ?? 0);
    const width = mode === "absolute" ? tolerance : tolerance * expected;
    // within less than the distance of two neighbouring numbers the check is one of equality
    return width < expected * Number.EPSILON ? [...problems, ...inexactNumberProblems(expected)] : problems;
  },
  check: (value, groundTruth, { tolerance, mode }) => {
    const actual = numericValue("NumericTolerance", value);
    const expected = numericValue("NumericTolerance", groundTruth);
    if (mode === "absolute") return Math.abs(actual - expected) <= tolerance;
    if (expected === 0) return actual === 0;
    return Math.abs(actual - expected) / Math.abs(expected) <= tolerance;
  },
});

/**
 * Passes when the distance to the ground truth is at most `tolerance`: `|value − truth| / |truth|` in mode `relative`
 * (the default; a ground truth of 0 needs 0), `|value − truth|` in mode `absolute`. The distance is computed in binary
 * floating point, so a value exactly on an absolute limit may fall outside.
 *
 * @example
 * numericTolerance({ tolerance: 0.1 }); // 110 passes for 100
 */
export function numericTolerance(options: NumericToleranceOptions): Primitive<NumericValue> {
  return authorPrimitive(numericTolerancePrimitive, options);
}
