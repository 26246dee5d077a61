import type { ResampleOptions } from "../resampling/bootstrap.ts";
import { type Agreement, withInterval } from "./measure.ts";
import { type CodedRatings, codeRatings, countAlike, type Metric, type Ratings } from "./ratings.ts";

/** How to measure and draw. */
export interface AlphaOptions extends ResampleOptions {
  /** Default `nominal`; the others need numbers. */
  readonly metric?: Metric;
}

/**
 * Krippendorff's α: `1 − D_o/D_e`, the disagreement found over the one expected by chance, for any number of raters and
 * with values missing (K. Krippendorff, "Computing Krippendorff's Alpha-Reliability", 2011). With δ² of the metric,
 * `D_o = Σ_items Σ_{i≠j} δ²(v_i, v_j)/(m−1)` over an item's m values and `D_e = Σ_{i≠j} δ²(v_i, v_j)/(n−1)` over all n
 * values of items with at least two.
 *
 * @example
 * krippendorffAlpha([["a", "a"], ["a", "b"], ["b", "b"]]).value // 0.444…
 */
export function krippendorffAlpha(ratings: Ratings, options: AlphaOptions = {}): Agreement {
  const coded = codeRatings(ratings);
  const metric = options.metric ?? "nominal";
  const measure = metric === "nominal" ? nominalAlpha(coded) : distanceAlpha(coded, metric);
  return withInterval(coded.items.length, measure, options);
}

function nominalAlpha({ items, values }: CodedRatings): (weights: Uint32Array) => number {
  const unlike = Float64Array.from(items, (row) => {
    const pairs = row.length * (row.length - 1);
    return (pairs - countAlike(row)) / (row.length - 1);
  });
  const counts = new Float64Array(values.length);
  return (weights) => {
    const n = countValues(items, weights, counts);
    let observed = 0;
    for (let item = 0; item < unlike.length; item++) observed += (weights[item] ?? 0) * (unlike[item] ?? 0);
    const expected = (n * n - counts.reduce((sum, count) => sum + count * count, 0)) / (n - 1);
    return expected > 0 ? 1 - observed / expected : Number.NaN;
  };
}

/** Sums of squared distances follow from sums and sums of squares: `Σ_{i≠j}(s_i − s_j)² = 2(mΣs² − (Σs)²)`. */
function distanceAlpha({ items, values }: CodedRatings, metric: Metric): (weights: Uint32Array) => number {
  const counts = new Float64Array(values.length);
  const centre = values.reduce<number>((sum, value) => sum + Number(value), 0) / Math.max(1, values.length);
  // for ordinal values these are overwritten with each draw's mid-ranks
  const places = Float64Array.from(values, (value) => Number(value) - centre);
  const spread = (size: number, sum: number, squares: number) => 2 * (size * squares - sum * sum);
  return (weights) => {
    const n = countValues(items, weights, counts);
    if (metric === "ordinal") midRanks(counts, places, n);
    let observed = 0;
    for (const [item, row] of items.entries()) {
      const weight = weights[item] ?? 0;
      if (weight === 0) continue;
      let sum = 0;
      let squares = 0;
      for (const code of row) {
        const place = places[code] ?? 0;
        sum += place;
        squares += place * place;
      }
      observed += (weight * spread(row.length, sum, squares)) / (row.length - 1);
    }
    let sum = 0;
    let squares = 0;
    for (let code = 0; code < counts.length; code++) {
      const place = places[code] ?? 0;
      sum += (counts[code] ?? 0) * place;
      squares += (counts[code] ?? 0) * place * place;
    }
    const expected = spread(n, sum, squares) / (n - 1);
    return isOneValue(counts) ? Number.NaN : 1 - observed / expected;
  };
}

/** Counts the values of weighted items; returns how many there are. */
function countValues(items: readonly Uint32Array[], weights: Uint32Array, counts: Float64Array): number {
  counts.fill(0);
  let n = 0;
  for (const [item, row] of items.entries()) {
    const weight = weights[item] ?? 0;
    if (weight === 0) continue;
    n += weight * row.length;
    for (const code of row) counts[code] = (counts[code] ?? 0) + weight;
  }
  return n;
}

/** The middle of the ranks that equal values share, from the middle of all. */
function midRanks(counts: Float64Array, places: Float64Array, n: number): void {
  let below = 0;
  for (let code = 0; code < counts.length; code++) {
    const count = counts[code] ?? 0;
    places[code] = below + count / 2 - n / 2;
    below += count;
  }
}

const isOneValue = (counts: Float64Array): boolean => counts.filter((count) => count > 0).length < 2;
