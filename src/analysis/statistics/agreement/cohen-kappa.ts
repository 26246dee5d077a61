import type { ResampleOptions } from "../resampling/bootstrap.ts";
import { type Agreement, withInterval } from "./measure.ts";
import { sortValues } from "./ratings.ts";

/** How to weigh and draw. */
export interface KappaOptions extends ResampleOptions {
  /** What a disagreement weighs by how many categories lie between: `none` 1, `linear` their number, `quadratic` its square. Default `none`. */
  readonly weights?: "none" | "linear" | "quadratic";
  /** All categories in their order; default: those there are, numbers in their order and texts by alphabet. */
  readonly categories?: readonly (string | number)[];
}

/**
 * Cohen's κ of two raters: `1 − Σw·o/Σw·e`, the weighed disagreement found over the one expected from how often each
 * rater gives each category (J. Cohen, Educ. Psychol. Meas. 20, 1960; with weights Psychol. Bull. 70, 1968). Items that
 * either gave no value are left out.
 *
 * @example
 * cohenKappa([["yes", "yes"], ["yes", "no"], ["no", "no"]]).value // 0.4
 */
export function cohenKappa(
  ratings: readonly (readonly [string | number | null, string | number | null])[],
  options: KappaOptions = {},
): Agreement {
  const pairs = ratings.flatMap(([first, second]) =>
    first === null || second === null ? [] : [[first, second] as const],
  );
  const categories = options.categories ?? sortValues(new Set(pairs.flat()));
  const codes = new Map(categories.map((value, code) => [value, code]));
  const first = Uint32Array.from(pairs, ([value]) => codes.get(value) ?? 0);
  const second = Uint32Array.from(pairs, ([, value]) => codes.get(value) ?? 0);
  const weigh = weightOf[options.weights ?? "none"];
  const byFirst = new Float64Array(categories.length);
  const bySecond = new Float64Array(categories.length);
  const expected =
    options.weights === undefined || options.weights === "none" ? unlikeShare : weighedBy(weigh);
  return withInterval(
    pairs.length,
    (weights) => {
      byFirst.fill(0);
      bySecond.fill(0);
      let found = 0;
      let n = 0;
      for (let item = 0; item < first.length; item++) {
        const weight = weights[item] ?? 0;
        const left = first[item] ?? 0;
        const right = second[item] ?? 0;
        byFirst[left] = (byFirst[left] ?? 0) + weight;
        bySecond[right] = (bySecond[right] ?? 0) + weight;
        found += weight * weigh(left - right);
        n += weight;
      }
      const chance = expected(byFirst, bySecond);
      return chance > 0 ? 1 - (found * n) / chance : Number.NaN;
    },
    options,
  );
}

const weightOf = {
  none: (apart: number) => (apart === 0 ? 0 : 1),
  linear: Math.abs,
  quadratic: (apart: number) => apart * apart,
};

type Expected = (first: Float64Array, second: Float64Array) => number;

const sumOf = (counts: Float64Array): number => counts.reduce((sum, count) => sum + count, 0);

const unlikeShare: Expected = (first, second) =>
  sumOf(first) * sumOf(second) - first.reduce((sum, count, code) => sum + count * (second[code] ?? 0), 0);

const weighedBy =
  (weigh: (apart: number) => number): Expected =>
  (first, second) =>
    first.reduce(
      (sum, left, at) => sum + second.reduce((inner, right, to) => inner + left * right * weigh(at - to), 0),
      0,
    );
