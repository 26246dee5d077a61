import { KareninaError } from "../../../base/index.ts";
import { normalCdf } from "../distributions/normal.ts";
import { studentTQuantile } from "../distributions/student-t.ts";
import { type Interval, type IntervalOptions, levelOf } from "../interval.ts";
import { type ClusteredValues, sumClusters } from "./cluster-sums.ts";
import { defaultSeed, randomWords } from "./random-words.ts";

/** How to draw again. */
export interface ResampleOptions extends IntervalOptions {
  /** A whole number from 1 upwards, else functions throw `invalid_input`. Default 10,000. */
  readonly resamples?: number;
  /** Default 20,240,229. */
  readonly seed?: number;
}

/** How often is drawn where nobody says. */
export const defaultResamples = 10_000;

/** How often is to be drawn; throws `invalid_input` for what is no whole number from 1 upwards. */
export function drawsOf({ resamples = defaultResamples }: Pick<ResampleOptions, "resamples">): number {
  if (Number.isSafeInteger(resamples) && resamples >= 1) return resamples;
  throw new KareninaError(
    "invalid_input",
    `Expected \`resamples\` to be a whole number from 1 upwards; found ${resamples}.`,
  );
}

/** A mean with how sure it is. */
export interface BootstrapMean {
  readonly n: number;
  readonly clusters: number;
  /** Null without values. */
  readonly mean: number | null;
  /** Null with fewer than two clusters, and where all have the same mean: then nothing says how far others would lie. */
  readonly interval: Interval | null;
}

/**
 * The mean of values and its bootstrap interval. Clusters are drawn with replacement, as many as there are; a draw's
 * mean is the sum of its values over their number. The draws are those of `randomWords(seed)`: for each resample, for
 * each of G places, cluster `below(G)` in order of first appearance.
 *
 * The interval is the expanded percentile interval (T. Hesterberg, "What Teachers Should Know About the Bootstrap",
 * Am. Stat. 69, 2015, section 5.3.2): the percentiles at `Φ(±√(G/(G−1)) · t_{G−1})` of the draws. Plain percentiles, and
 * BCa with them, are too narrow with few clusters, by this factor; the expanded ones keep within the range of values.
 *
 * @example
 * bootstrapMean({ values: [3, 4, 5, 4], clusters: ["q1", "q1", "q2", "q3"] }).mean // 4
 */
export function bootstrapMean(values: ClusteredValues, options: ResampleOptions = {}): BootstrapMean {
  const { sums, sizes, mean } = sumClusters(values);
  const interval = bootstrapInterval(sums, sizes, options);
  return { n: values.values.length, clusters: sums.length, mean, interval };
}

/** The interval of {@link bootstrapMean} from the sums of clusters and how many values each has. */
export function bootstrapInterval(
  sums: Float64Array,
  sizes: Float64Array,
  options: ResampleOptions = {},
): Interval | null {
  const level = levelOf(options);
  const draws = drawsOf(options);
  const count = sums.length;
  if (isAlike(sums, sizes)) return null;
  const random = randomWords(options.seed ?? defaultSeed);
  const means = new Float64Array(draws);
  for (let resample = 0; resample < means.length; resample++) {
    let sum = 0;
    let size = 0;
    for (let place = 0; place < count; place++) {
      const drawn = random.below(count);
      sum += sums[drawn] ?? 0;
      size += sizes[drawn] ?? 0;
    }
    means[resample] = sum / size;
  }
  return expandedPercentiles(means, count, level);
}

/**
 * The expanded percentile interval of what was drawn, of which `clusters` were drawn at a time. A percentile p is the
 * value at place `p·(R−1)` of the R sorted draws, between two of them by linear interpolation.
 */
export function expandedPercentiles(draws: Float64Array, clusters: number, level: number): Interval {
  const sorted = draws.toSorted();
  const reach = Math.sqrt(clusters / (clusters - 1)) * studentTQuantile((1 + level) / 2, clusters - 1);
  return { low: percentile(sorted, normalCdf(-reach)), high: percentile(sorted, normalCdf(reach)) };
}

function percentile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** True where nothing says how far other clusters would lie: all have the same mean, or there are fewer than two. */
export function isAlike(sums: ArrayLike<number>, sizes: ArrayLike<number>): boolean {
  const first = (sums[0] ?? 0) / (sizes[0] ?? 1);
  for (let at = 1; at < sums.length; at++) if ((sums[at] ?? 0) / (sizes[at] ?? 1) !== first) return false;
  return true;
}
