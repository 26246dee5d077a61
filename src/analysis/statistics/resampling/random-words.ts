/** Whole numbers drawn by lot, the same everywhere for the same seed. */
export interface RandomWords {
  /** A whole number from 0 to 2³² − 1. */
  next(): number;
  /** A whole number from 0 to `count` − 1: `⌊next() · count / 2³²⌋`, for counts up to 2²¹. */
  below(count: number): number;
}

/** The seed of everything random for which none is given. */
export const defaultSeed = 20_240_229;

/**
 * The generator xoshiro128** 1.1 (D. Blackman and S. Vigna, "Scrambled linear pseudorandom number generators", ACM
 * Trans. Math. Softw. 47, 2021; reference code at prng.di.unimi.it). Its four words of state are the first four outputs
 * of this sequence, all arithmetic modulo 2³²:
 *
 * ```
 * s ← s + 0x9E3779B9;  z ← s;  z ← (z ⊕ z≫16) · 0x85EBCA6B;  z ← (z ⊕ z≫13) · 0xC2B2AE35;  output z ⊕ z≫16
 * ```
 *
 * with s the seed at first. Each word is then `rotl(s₁·5, 7)·9`, and the state goes on with
 * `t ← s₁≪9; s₂ ⊕= s₀; s₃ ⊕= s₁; s₁ ⊕= s₂; s₀ ⊕= s₃; s₂ ⊕= t; s₃ ← rotl(s₃, 11)`.
 *
 * @param seed a whole number; taken modulo 2³²
 * @example
 * const words = randomWords(1);
 * words.below(6); // a die
 */
export function randomWords(seed: number): RandomWords {
  let mixed = seed | 0;
  const seeded = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let z = mixed;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  return wordsFrom([seeded(), seeded(), seeded(), seeded()]);
}

/** The generator from a state of four words, not all zero. */
export function wordsFrom(state: readonly [number, number, number, number]): RandomWords {
  let [s0, s1, s2, s3] = state;
  const next = () => {
    const five = Math.imul(s1, 5);
    const word = Math.imul((five << 7) | (five >>> 25), 9) >>> 0;
    const t = s1 << 9;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = (s3 << 11) | (s3 >>> 21);
    return word;
  };
  return { next, below: (count) => Math.floor((next() * count) / 2 ** 32) };
}
