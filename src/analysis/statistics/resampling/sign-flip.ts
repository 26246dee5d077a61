import { drawsOf, type ResampleOptions } from "./bootstrap.ts";
import { type ClusteredValues, sumClusters } from "./cluster-sums.ts";
import { defaultSeed, randomWords } from "./random-words.ts";

/** What a permutation test found. */
export interface SignFlipTest {
  /** Two-sided. */
  readonly pValue: number;
  /** True: all ways of flipping were counted; false: so many were drawn. */
  readonly exact: boolean;
  /** How many were. */
  readonly flips: number;
}

/** Clusters with a difference for which all ways of flipping are counted: half a million. */
const mostExact = 20;

/**
 * The paired permutation test of differences: were the two sides alike, each cluster's differences would as likely have
 * the other sign. The p value is the share of ways to flip the signs of clusters whose sum of differences is at least
 * as far from zero as the one found (R. A. Fisher, "The Design of Experiments", 1935, section 21). Clusters without
 * a difference do not matter. Up to 20 others all ways are counted; of more, `resamples` are drawn with
 * `p = (1 + as far) / (1 + drawn)` (B. Phipson and G. K. Smyth, Stat. Appl. Genet. Mol. Biol. 9, 2010), which is never
 * zero. Drawing takes words of `randomWords(seed)`: for each resample, for each 32 clusters in ascending order of
 * the sizes of their sums, one word whose bits from the lowest up say their signs: neither the order of the values nor
 * which side comes first matters.
 *
 * @param differences a value per pair: one side's less the other's
 * @example
 * signFlipTest({ values: [1, 1, 1, 1, 1] }).pValue // 0.0625
 */
export function signFlipTest(
  differences: ClusteredValues,
  options: Omit<ResampleOptions, "level"> = {},
): SignFlipTest {
  const resamples = drawsOf(options);
  const sums = sumClusters(differences).sums.filter((sum) => sum !== 0);
  const found = Math.abs(sums.reduce((total, sum) => total + sum, 0));
  // sums of the same differences in another order differ by rounding
  const far = found - 1e-9 * sums.reduce((total, sum) => total + Math.abs(sum), 0);
  return sums.length <= mostExact
    ? countAll(sums, far)
    : drawSome(sums.map(Math.abs).sort(), far, {
        ...options,
        resamples,
      });
}

/** Every sum has its mirror image, so the first sign stays; each step of the Gray code flips one other. */
function countAll(sums: Float64Array, far: number): SignFlipTest {
  if (sums.length === 0) return { pValue: 1, exact: true, flips: 1 };
  const ways = 2 ** (sums.length - 1);
  const signed = Float64Array.from(sums);
  let total = signed.reduce((sum, one) => sum + one, 0);
  let asFar = 0;
  for (let way = 1; ; way++) {
    if (Math.abs(total) >= far) asFar++;
    if (way === ways) return { pValue: asFar / ways, exact: true, flips: 2 * ways };
    const place = 32 - Math.clz32(way & -way);
    const value = signed[place] ?? 0;
    total -= 2 * value;
    signed[place] = -value;
  }
}

function drawSome(
  sums: Float64Array,
  far: number,
  { resamples, seed = defaultSeed }: { readonly resamples: number; readonly seed?: number },
): SignFlipTest {
  const random = randomWords(seed);
  const alike = alikeByWord(sums);
  let asFar = 0;
  for (let resample = 0; resample < resamples; resample++) {
    let total = 0;
    for (let at = 0; at < alike.length; at++) {
      let word = random.next();
      const value = alike[at] ?? Number.NaN;
      if (!Number.isNaN(value)) {
        total += value * (wordBits - 2 * bitsSet(word));
        continue;
      }
      const end = Math.min(sums.length, (at + 1) * wordBits);
      for (let place = at * wordBits; place < end; place++) {
        const sum = sums[place] ?? 0;
        total += (word & 1) === 0 ? sum : -sum;
        word >>>= 1;
      }
    }
    if (Math.abs(total) >= far) asFar++;
  }
  return { pValue: (1 + asFar) / (1 + resamples), exact: false, flips: resamples };
}

const wordBits = 32;

/**
 * For each 32 clusters the sum that they have in common; NaN where they differ, or where adding them one by one could round
 * differently: unless all sums are whole numbers.
 */
function alikeByWord(sums: Float64Array): Float64Array {
  const isExact = sums.every(Number.isInteger) && sums.length * (sums.at(-1) ?? 0) <= Number.MAX_SAFE_INTEGER;
  const found = new Float64Array(Math.ceil(sums.length / wordBits)).fill(Number.NaN);
  if (!isExact) return found;
  return found.map((none, at) => {
    const first = sums[at * wordBits];
    // they are in ascending order
    return first !== undefined && first === sums[(at + 1) * wordBits - 1] ? first : none;
  });
}

/** How many bits of a word of 32 are 1 (H. S. Warren, "Hacker's Delight", 2013, section 5-1). */
function bitsSet(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
