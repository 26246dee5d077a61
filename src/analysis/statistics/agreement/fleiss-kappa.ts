import type { ResampleOptions } from "../resampling/bootstrap.ts";
import { type Agreement, withInterval } from "./measure.ts";
import { codeRatings, countAlike, type Ratings } from "./ratings.ts";

/**
 * Fleiss' κ: `(P̄ − P̄ₑ)/(1 − P̄ₑ)` with P̄ the raw agreement and `P̄ₑ = Σp_j²` over the shares p_j of all values (J. L.
 * Fleiss, "Measuring nominal scale agreement among many raters", Psychol. Bull. 76, 1971, 378–382). His raters are
 * equally many for each item; where they are not, P̄ is still the mean over items of at least two values and p_j the
 * share among all their values.
 *
 * @example
 * fleissKappa([["yes", "yes"], ["yes", "no"], ["no", "no"]]).value // 0.333…
 */
export function fleissKappa(ratings: Ratings, options: ResampleOptions = {}): Agreement {
  const { items, values } = codeRatings(ratings);
  const shares = Float64Array.from(items, (row) => countAlike(row) / (row.length * (row.length - 1)));
  const counts = new Float64Array(values.length);
  return withInterval(
    items.length,
    (weights) => {
      counts.fill(0);
      let agreement = 0;
      let size = 0;
      let given = 0;
      for (const [item, row] of items.entries()) {
        const weight = weights[item] ?? 0;
        if (weight === 0) continue;
        agreement += weight * (shares[item] ?? 0);
        size += weight;
        given += weight * row.length;
        for (const code of row) counts[code] = (counts[code] ?? 0) + weight;
      }
      const chance = counts.reduce((sum, count) => sum + (count / given) ** 2, 0);
      return chance >= 1 ? Number.NaN : (agreement / size - chance) / (1 - chance);
    },
    options,
  );
}
