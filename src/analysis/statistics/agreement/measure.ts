import { type Interval, levelOf } from "../interval.ts";
import { drawsOf, expandedPercentiles, type ResampleOptions } from "../resampling/bootstrap.ts";
import { defaultSeed, randomWords } from "../resampling/random-words.ts";

/** A measure of agreement. */
export interface Agreement {
  /** Items that at least two raters gave a value. */
  readonly items: number;
  /** Null where it is not defined: without such items, or with only one value among them. */
  readonly value: number | null;
  /** By bootstrap over items; null where the measure is, where all items are alike, and with fewer than two items. */
  readonly interval: Interval | null;
}

/**
 * A measure with its bootstrap interval: items are drawn with replacement, as `bootstrapMean` draws clusters; draws for
 * which the measure is not defined are left out, and without an interval where they are more than half. The interval is
 * widened to the value where that lies outside.
 *
 * @param measure of the items, each counted as often as its weight says; NaN where it is not defined
 */
export function withInterval(
  items: number,
  measure: (weights: Uint32Array) => number,
  options: ResampleOptions,
): Agreement {
  const level = levelOf(options);
  const draws = drawsOf(options);
  const value = measure(new Uint32Array(items).fill(1));
  if (items === 0 || Number.isNaN(value)) return { items, value: null, interval: null };
  if (items < 2) return { items, value, interval: null };
  const random = randomWords(options.seed ?? defaultSeed);
  const drawn = new Float64Array(draws);
  const weights = new Uint32Array(items);
  let defined = 0;
  for (let resample = 0; resample < drawn.length; resample++) {
    weights.fill(0);
    for (let place = 0; place < items; place++) {
      const item = random.below(items);
      weights[item] = (weights[item] ?? 0) + 1;
    }
    const one = measure(weights);
    if (!Number.isNaN(one)) drawn[defined++] = one;
  }
  const kept = drawn.subarray(0, defined);
  if (defined * 2 < drawn.length || kept.every((one) => one === kept[0]))
    return { items, value, interval: null };
  const { low, high } = expandedPercentiles(kept, items, level);
  // what is beyond chance is smaller in draws, which repeat items, and may be so in all of them
  return { items, value, interval: { low: Math.min(low, value), high: Math.max(high, value) } };
}
