import { type Interval, type IntervalOptions, levelOf } from "../interval.ts";
import { effectiveSize } from "../rates/effective-size.ts";
import { wilsonInterval } from "../rates/wilson.ts";

/** Pairs of one cluster, by what passed. */
export interface PairedCount {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
}

/** The difference of two rates over the same questions. */
export interface PairedDifference extends PairedCount {
  /** Pairs. */
  readonly n: number;
  /** Clusters with a pair. */
  readonly clusters: number;
  /** B's rate less A's: `(onlyB − onlyA) / n`; null without pairs. */
  readonly difference: number | null;
  readonly interval: Interval | null;
  /** How many independent pairs these are worth, see `effectiveSize`. */
  readonly effectiveSize: number;
}

/**
 * B's pass rate less A's over pairs that may come in clusters. The interval is method 10 of R. G. Newcombe, "Improved
 * confidence intervals for the difference between binomial proportions based on paired data", Stat. Med. 17, 1998,
 * 2635–2650: Wilson's of each rate, put together with the correlation φ of the two. With pairs in clusters all four
 * counts are first scaled to the number of independent pairs that they are worth. It holds the difference and stays
 * in −1..1.
 *
 * @example
 * pairedDifference([{ both: 20, onlyA: 12, onlyB: 2, neither: 16 }]).difference // -0.2
 */
export function pairedDifference(
  clusters: Iterable<PairedCount>,
  options: IntervalOptions = {},
): PairedDifference {
  const level = levelOf(options);
  const total = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  const errors: { readonly size: number; readonly sum: number }[] = [];
  for (const { both, onlyA, onlyB, neither } of clusters) {
    const size = both + onlyA + onlyB + neither;
    if (size === 0) continue;
    total.both += both;
    total.onlyA += onlyA;
    total.onlyB += onlyB;
    total.neither += neither;
    errors.push({ size, sum: onlyB - onlyA });
  }
  const n = errors.reduce((sum, { size }) => sum + size, 0);
  if (n === 0) return { ...total, n, clusters: 0, difference: null, interval: null, effectiveSize: 0 };
  const difference = (total.onlyB - total.onlyA) / n;
  const size = effectiveSize(
    {
      n,
      clusters: errors.length,
      squaredSizes: errors.reduce((sum, cluster) => sum + cluster.size ** 2, 0),
      squaredErrors: errors.reduce((sum, cluster) => sum + (cluster.sum - difference * cluster.size) ** 2, 0),
      variance: (total.onlyA + total.onlyB) / n - difference ** 2,
    },
    level,
  );
  return {
    ...total,
    n,
    clusters: errors.length,
    difference,
    interval: newcombeInterval(total, size / n, level),
    effectiveSize: size,
  };
}

function newcombeInterval(counts: PairedCount, scale: number, level: number): Interval | null {
  const both = counts.both * scale;
  const onlyA = counts.onlyA * scale;
  const onlyB = counts.onlyB * scale;
  const neither = counts.neither * scale;
  const n = both + onlyA + onlyB + neither;
  const a = (both + onlyA) / n;
  const b = (both + onlyB) / n;
  const ofA = wilsonInterval(both + onlyA, n, { level });
  const ofB = wilsonInterval(both + onlyB, n, { level });
  if (ofA === null || ofB === null) return null;
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  const product = both * neither - onlyA * onlyB;
  // method 10 takes half a pair from a positive correlation, and leaves none where that makes it negative
  const corrected = product > 0 ? Math.max(product - n / 2, 0) : product;
  const phi = margins === 0 ? 0 : corrected / Math.sqrt(margins);
  const reach = (left: number, right: number) =>
    Math.sqrt(Math.max(0, left ** 2 - 2 * phi * left * right + right ** 2));
  return {
    low: Math.max(-1, b - a - reach(b - ofB.low, ofA.high - a)),
    high: Math.min(1, b - a + reach(ofB.high - b, a - ofA.low)),
  };
}
