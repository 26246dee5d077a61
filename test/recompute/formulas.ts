// The formulas of docs/statistics.md, written from that page and not from the product's functions.
import { normalCdf, normalQuantile, randomWords, studentTQuantile } from "./distributions.ts";

export const seed = 20_240_229;

/** A range, with the names of files. */
export type Range = { readonly low: number; readonly high: number } | null;

const total = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0);

/** Passes and size of each cluster, in order of first appearance. */
export interface Cluster {
  readonly x: number;
  readonly n: number;
}

function wilson(p: number, n: number, level: number): Range {
  if (n === 0) return null;
  const z = normalQuantile((1 + level) / 2);
  const middle = p + z ** 2 / (2 * n);
  const reach = z * Math.sqrt((p * (1 - p)) / n + z ** 2 / (4 * n ** 2));
  return { low: (middle - reach) / (1 + z ** 2 / n), high: (middle + reach) / (1 + z ** 2 / n) };
}

function independentSize(
  clusters: readonly { readonly n: number; readonly error: number }[],
  variance: number,
  level: number,
): number {
  const groups = clusters.length;
  const n = total(clusters.map((one) => one.n));
  const least = n ** 2 / total(clusters.map((one) => one.n ** 2));
  const spread = groups < 2 ? 0 : (groups / (groups - 1)) * total(clusters.map(({ error }) => error ** 2));
  if (groups === n) return n;
  if (groups < 2 || variance === 0) return least;
  const effect = spread / ((n / (n - 1)) * n * variance);
  const p = (1 + level) / 2;
  const ratio = studentT(p, n - 1) / studentT(p, groups - 1);
  return Math.min(n, Math.max(least, (n / effect) * ratio ** 2));
}

const quantiles = new Map<string, number>();
function studentT(p: number, freedom: number): number {
  const df = Math.round(freedom); // sums of mean sizes miss whole numbers by a hair
  const key = `${p} ${df}`;
  const found = quantiles.get(key) ?? studentTQuantile(p, df);
  quantiles.set(key, found);
  return found;
}

/** "A rate". */
export function rateOf(given: readonly Cluster[], level = 0.95) {
  const clusters = given.filter(({ n }) => n > 0);
  const passed = total(clusters.map(({ x }) => x));
  const n = total(clusters.map((one) => one.n));
  if (n === 0)
    return {
      passed,
      of: 0,
      rate: null,
      interval: null,
      clusters: 0,
      standard_error: null,
      effective_size: 0,
    };
  const p = passed / n;
  const errors = clusters.map((one) => ({ n: one.n, error: one.x - p * one.n }));
  const groups = clusters.length;
  const squares = total(errors.map(({ error }) => error ** 2));
  const size = independentSize(errors, p * (1 - p), level);
  return {
    passed,
    of: n,
    rate: p,
    interval: wilson(p, size, level),
    clusters: groups,
    standard_error: groups < 2 ? null : Math.sqrt((groups / (groups - 1)) * squares) / n,
    effective_size: size,
  };
}

const choose = (n: number, k: number): number =>
  k < 0 || k > n
    ? 0
    : Array.from({ length: k }).reduce<number>((ways, _, i) => (ways * (n - i)) / (i + 1), 1);

/** "Replicates": both measures with their intervals, over questions with at least k verdicts. */
export function passOfK(questions: readonly Cluster[], k: number) {
  const counted = questions.filter(({ n }) => n >= k);
  const m = total(counted.map(({ n }) => n)) / counted.length;
  const measured = (measure: (one: Cluster) => number) => {
    const { rate, interval } = rateOf(counted.map((one) => ({ x: m * measure(one), n: m })));
    return { rate, interval };
  };
  const any = measured(({ x, n }) => 1 - choose(n - x, k) / choose(n, k));
  const all = measured(({ x, n }) => choose(x, k) / choose(n, k));
  return {
    k,
    questions: counted.length,
    pass_at_k: any.rate,
    pass_at_k_interval: any.interval,
    pass_power_k: all.rate,
    pass_power_k_interval: all.interval,
  };
}

/** Sum and number of the values of each cluster, in order of first appearance. */
export interface Sums {
  readonly sum: number;
  readonly n: number;
}

/** "A mean": the interval of sums of clusters. */
export function meanInterval(clusters: readonly Sums[], draws: number, level = 0.95): Range {
  const first = clusters[0];
  if (first === undefined || clusters.every(({ sum, n }) => sum / n === first.sum / first.n)) return null;
  const random = randomWords(seed);
  const means = Array.from({ length: draws }, () => {
    let sum = 0;
    let n = 0;
    for (let place = 0; place < clusters.length; place++) {
      const drawn = clusters[random.below(clusters.length)];
      sum += drawn?.sum ?? 0;
      n += drawn?.n ?? 0;
    }
    return sum / n;
  });
  return expanded(means, clusters.length, level);
}

function expanded(draws: readonly number[], groups: number, level = 0.95): Range {
  const sorted = draws.toSorted((left, right) => left - right);
  const r = Math.sqrt(groups / (groups - 1)) * studentT((1 + level) / 2, groups - 1);
  const at = (share: number) => {
    const place = share * (sorted.length - 1);
    const below = sorted[Math.floor(place)] ?? Number.NaN;
    const above = sorted[Math.ceil(place)] ?? Number.NaN;
    return below + (place - Math.floor(place)) * (above - below);
  };
  return { low: at(normalCdf(-r)), high: at(normalCdf(r)) };
}

/** The four counts of a cluster of pairs. */
export interface Pairs {
  readonly both: number;
  readonly only_a: number;
  readonly only_b: number;
  readonly neither: number;
}

/** "Two sides": counts, rates, difference and its interval. */
export function verdictTable(clusters: readonly Pairs[], level = 0.95) {
  const of = (name: keyof Pairs) => total(clusters.map((one) => one[name]));
  const [both, only_a, only_b, neither] = [of("both"), of("only_a"), of("only_b"), of("neither")];
  const n = both + only_a + only_b + neither;
  const counts = { pairs: n, clusters: clusters.length, both, only_a, only_b, neither };
  if (n === 0)
    return { ...counts, rate_a: null, rate_b: null, difference: null, interval: null, effective_size: 0 };
  const difference = (only_b - only_a) / n;
  const errors = clusters.map((one) => {
    const size = one.both + one.only_a + one.only_b + one.neither;
    return { n: size, error: one.only_b - one.only_a - difference * size };
  });
  const size = independentSize(errors, (only_a + only_b) / n - difference ** 2, level);
  return {
    ...counts,
    rate_a: (both + only_a) / n,
    rate_b: (both + only_b) / n,
    difference,
    interval: newcombe({ both, only_a, only_b, neither }, size, level),
    effective_size: size,
  };
}

/** Newcombe 1998, method 10, of counts e, f, g, h scaled to `size` pairs. */
function newcombe({ both, only_a, only_b, neither }: Pairs, size: number, level: number): Range {
  const scale = size / (both + only_a + only_b + neither);
  const [e, f, g, h] = [both * scale, only_a * scale, only_b * scale, neither * scale];
  const [p1, p2] = [(e + f) / size, (e + g) / size];
  const first = wilson(p1, size, level);
  const second = wilson(p2, size, level);
  if (first === null || second === null) return null;
  const product = (e + f) * (g + h) * (e + g) * (f + h);
  const above = e * h - f * g;
  const continuity = above > size / 2 ? above - size / 2 : above > 0 ? 0 : above;
  const phi = product === 0 ? 0 : continuity / Math.sqrt(product);
  const root = (left: number, right: number) =>
    Math.sqrt(Math.max(0, left ** 2 - 2 * phi * left * right + right ** 2));
  const difference = p2 - p1;
  return {
    low: Math.max(-1, difference - root(p2 - second.low, first.high - p1)),
    high: Math.min(1, difference + root(second.high - p2, p1 - first.low)),
  };
}

/** McNemar's exact test. */
export function mcnemar(onlyA: number, onlyB: number): number {
  const n = onlyA + onlyB;
  let ways = 1n;
  let sum = 0n;
  for (let passed = 0; passed <= Math.min(onlyA, onlyB); passed++) {
    sum += ways;
    ways = (ways * BigInt(n - passed)) / BigInt(passed + 1);
  }
  const precision = 60n;
  return Math.min(1, Number(((2n * sum) << precision) >> BigInt(n)) / 2 ** Number(precision));
}

/** Sign flips of sums of differences: of all ways up to 20 that differ, else of so many drawn. */
export function signFlips(sums: readonly number[], draws: number) {
  const differing = sums.filter((sum) => sum !== 0);
  const found = Math.abs(total(differing)) - 1e-9 * total(differing.map(Math.abs));
  if (differing.length <= 20) {
    const ways = 2 ** differing.length;
    // of the first ten all ways at once, so that two to the twentieth are soon counted
    const half = (part: readonly number[]) =>
      part.reduce<number[]>((made, one) => made.flatMap((sum) => [sum + one, sum - one]), [0]);
    const left = half(differing.slice(0, 10));
    const right = half(differing.slice(10));
    let far = 0;
    for (const one of left) for (const other of right) if (Math.abs(one + other) >= found) far++;
    return { method: "sign_flip", p_value: far / ways, exact: true };
  }
  const random = randomWords(seed);
  const sizes = differing.map(Math.abs).toSorted((left, right) => left - right);
  let far = 0;
  for (let draw = 0; draw < draws; draw++) {
    let sum = 0;
    for (let from = 0; from < differing.length; from += 32) {
      const word = random.word();
      for (let bit = 0; bit < 32 && from + bit < differing.length; bit++)
        sum += ((word >>> bit) & 1 ? -1 : 1) * (sizes[from + bit] ?? 0);
    }
    if (Math.abs(sum) >= found) far++;
  }
  return { method: "sign_flip", p_value: (1 + far) / (1 + draws), exact: false };
}

/** Minimum detectable effect and clusters needed, at a power of 0.8. */
export function powerOf(sums: readonly number[], pairs: number) {
  const squares = total(sums.map((sum) => sum ** 2));
  const none = { minimum_detectable_effect: null, clusters_needed: null, clusters_missing: null };
  if (squares === 0) return none;
  const effect = ((normalQuantile(0.975) + normalQuantile(0.8)) * Math.sqrt(squares)) / pairs;
  const difference = total(sums) / pairs;
  if (difference === 0) return { ...none, minimum_detectable_effect: effect };
  const needed = Math.ceil(sums.length * (effect / difference) ** 2);
  return {
    minimum_detectable_effect: effect,
    clusters_needed: needed,
    clusters_missing: Math.max(0, needed - sums.length),
  };
}

/** Holm's p values, in the order given. */
export function holm(values: readonly number[]): readonly number[] {
  const sorted = values.toSorted((left, right) => left - right);
  const adjusted = sorted.map((value, at) => Math.min(1, (values.length - at) * value));
  return values.map((value) => Math.max(...adjusted.slice(0, sorted.indexOf(value) + 1)));
}

/** The values that raters gave an item, at least two. */
export type Item = readonly (string | number)[];

type Measure = (items: readonly Item[]) => number;

/** "Judges": a measure with its interval over 1,000 draws of items. */
export function agreement(items: readonly Item[], measure: Measure, draws = 1000) {
  const value = measure(items);
  if (items.length === 0 || Number.isNaN(value)) return { value: null, interval: null };
  if (items.length < 2) return { value, interval: null };
  const random = randomWords(seed);
  const found = Array.from({ length: draws }, () =>
    measure(items.map(() => items[random.below(items.length)] ?? [])),
  );
  const defined = found.filter((one) => !Number.isNaN(one));
  const isAlike = defined.every((one) => one === defined[0]);
  const range = defined.length * 2 < draws || isAlike ? null : expanded(defined, items.length);
  return {
    value,
    interval: range && { low: Math.min(range.low, value), high: Math.max(range.high, value) },
  };
}

const agreeing: Measure = (items) =>
  total(
    items.map((item) => {
      let alike = -item.length;
      for (const one of item) for (const other of item) alike += Number(one === other);
      return alike / (item.length * (item.length - 1));
    }),
  ) / items.length;

function countsOf(items: readonly Item[]): ReadonlyMap<string | number, number> {
  const counts = new Map<string | number, number>();
  for (const value of items.flat()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

export const rawAgreement: Measure = agreeing;

/** Fleiss' κ. */
export const fleiss: Measure = (items) => {
  const counts = [...countsOf(items).values()];
  const n = total(counts);
  if (counts.length < 2) return Number.NaN;
  const chance = total(counts.map((count) => (count / n) ** 2));
  return (agreeing(items) - chance) / (1 - chance);
};

/** Cohen's κ of items of two values each; with quadratic weights of places in the order of all values of the pair. */
export function cohen(all: readonly Item[], isWeighted: boolean): Measure {
  const order = [...new Set(all.flat())].sort((left, right) => (left < right ? -1 : 1));
  const place = new Map(order.map((value, at) => [value, at]));
  const weigh = (left: number, right: number) => (isWeighted ? (left - right) ** 2 : Number(left !== right));
  return (items) => {
    const places = items.map((item) => item.map((value) => place.get(value ?? "") ?? 0));
    const first = order.map((_, at) => places.filter(([one]) => one === at).length);
    const second = order.map((_, at) => places.filter(([, two]) => two === at).length);
    const found = total(places.map(([one = 0, two = 0]) => weigh(one, two))) / items.length;
    let expected = 0;
    for (const [i, one] of first.entries())
      for (const [j, two] of second.entries()) expected += one * two * weigh(i, j);
    return expected === 0 ? Number.NaN : 1 - found / (expected / items.length ** 2);
  };
}

/** Krippendorff's α, nominal or ordinal. */
export function alpha(isOrdinal: boolean): Measure {
  return (items) => {
    const counts = countsOf(items);
    if (counts.size < 2) return Number.NaN;
    const sorted = [...counts].sort(([left], [right]) => (left < right ? -1 : 1));
    const n = total([...counts.values()]);
    const ranks = new Map<string | number, number>();
    let below = 0;
    for (const [value, count] of sorted) {
      ranks.set(value, below + count / 2);
      below += count;
    }
    const distance = (left: string | number, right: string | number) =>
      isOrdinal ? ((ranks.get(left) ?? 0) - (ranks.get(right) ?? 0)) ** 2 : Number(left !== right);
    let observed = 0;
    for (const item of items) {
      for (const one of item) for (const other of item) observed += distance(one, other) / (item.length - 1);
    }
    let expected = 0;
    for (const [one, often] of sorted)
      for (const [other, times] of sorted) expected += (often * times * distance(one, other)) / (n - 1);
    return 1 - observed / expected;
  };
}
