/** A text as the hashes, in ascending order, of its words and of its pairs of words, whatever their case, accents and punctuation. */
function shinglesOf(text: string): Uint32Array {
  const words = plainText(text).split(" ");
  const shingles = new Set<number>();
  let before = "";
  for (const word of words) {
    shingles.add(hash(word));
    shingles.add(hash(`${before} ${word}`));
    before = word;
  }
  return Uint32Array.from(shingles).sort();
}

/** A text in lower case without accents and punctuation, one space between words. */
export function plainText(text: string): string {
  return text
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** What share of what two texts hold is in both, 0 to 1 (Jaccard). */
function similarity(one: Uint32Array, other: Uint32Array): number {
  let both = 0;
  let at = 0;
  for (const shingle of one) {
    while (at < other.length && (other[at] ?? 0) < shingle) at += 1;
    if (other[at] === shingle) both += 1;
  }
  return both / (one.length + other.length - both);
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

const bands = 12;
const rowsPerBand = 3;
const multipliers = Array.from({ length: bands * rowsPerBand }, (_, at) => hash(`multiplier ${at}`) | 1);

/**
 * Keys of which two texts share at least one when they are alike: with 0.8 of their words in common in 99.98 of 100 cases, with 0.3 in 28.
 * (MinHash: A. Z. Broder, "On the resemblance and containment of documents", 1997.)
 */
function bandKeys(shingles: Uint32Array): readonly number[] {
  const least = new Uint32Array(multipliers.length).fill(0xffffffff);
  for (const shingle of shingles) {
    const folded = shingle ^ (shingle >>> 15);
    for (let at = 0; at < multipliers.length; at += 1) {
      const mixed = Math.imul(folded, multipliers[at] ?? 1);
      const value = (mixed ^ (mixed >>> 13)) >>> 0;
      if (value < (least[at] ?? 0)) least[at] = value;
    }
  }
  return Array.from({ length: bands }, (_, band) => {
    let key = 0;
    for (let row = 0; row < rowsPerBand; row += 1)
      key = Math.imul(key ^ (least[band * rowsPerBand + row] ?? 0), 0x9e3779b1);
    return band * 2 ** 32 + (key >>> 0);
  });
}

/** A text as it is compared. */
export interface ComparedText {
  readonly shingles: Uint32Array;
  readonly keys: readonly number[];
}

export function comparedText(text: string): ComparedText {
  const shingles = shinglesOf(text);
  return { shingles, keys: bandKeys(shingles) };
}

/** Of the texts behind one key so many are compared: where all texts are alike, each is compared with these alone. */
const mostCompared = 4;

/** Finds texts that are alike, without comparing each with each. */
export class SimilarTexts {
  readonly #buckets = new Map<number, number[]>();
  readonly #shingles: Uint32Array[] = [];

  /** Keeps a text; they are numbered from 0. */
  add({ shingles, keys }: ComparedText): void {
    const number = this.#shingles.push(shingles) - 1;
    for (const key of keys) {
      const bucket = this.#buckets.get(key);
      if (bucket === undefined) this.#buckets.set(key, [number]);
      else if (bucket.length < mostCompared) bucket.push(number);
    }
  }

  /** The kept texts that have at least the share `least` in common with a text, the likest first. */
  near(
    { shingles, keys }: ComparedText,
    least: number,
  ): readonly { readonly number: number; readonly alike: number }[] {
    const candidates = new Set(keys.flatMap((key) => this.#buckets.get(key) ?? []));
    return [...candidates]
      .map((number) => ({ number, alike: similarity(shingles, this.#shingles[number] ?? new Uint32Array()) }))
      .filter(({ alike }) => alike >= least)
      .sort((one, other) => other.alike - one.alike || one.number - other.number);
  }
}
