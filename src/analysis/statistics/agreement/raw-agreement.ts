import type { ResampleOptions } from "../resampling/bootstrap.ts";
import { type Agreement, withInterval } from "./measure.ts";
import { codeRatings, countAlike, type Ratings } from "./ratings.ts";

/**
 * Raw agreement: the share of pairs of raters that gave an item the same value, as the mean over items of at least two
 * values. It says nothing about how many would agree by chance.
 *
 * @example
 * rawAgreement([["yes", "yes"], ["yes", "no"]]).value // 0.5
 */
export function rawAgreement(ratings: Ratings, options: ResampleOptions = {}): Agreement {
  const { items } = codeRatings(ratings);
  const shares = Float64Array.from(items, (row) => countAlike(row) / (row.length * (row.length - 1)));
  return withInterval(
    items.length,
    (weights) => {
      let sum = 0;
      let size = 0;
      for (let item = 0; item < shares.length; item++) {
        const weight = weights[item] ?? 0;
        sum += weight * (shares[item] ?? 0);
        size += weight;
      }
      return sum / size;
    },
    options,
  );
}
