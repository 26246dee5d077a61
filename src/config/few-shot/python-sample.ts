import { mersenneTwister, type RandomBits } from "./mersenne-twister.ts";

/**
 * Some places of a list drawn by lot, in the order drawn: those that Python's `random.seed(seed)` and
 * `random.sample(range(length), count)` give, by CPython's algorithm.
 *
 * @param count at most `length`
 */
export function pythonSample(seed: number, length: number, count: number): readonly number[] {
  const random = mersenneTwister(seed);
  return length <= setSize(count) ? drawnFromPool(random, length, count) : drawnAnew(random, length, count);
}

/** Up to this length CPython takes the drawn out of a copy; above it draws again what was drawn before. */
function setSize(count: number): number {
  return 21 + (count > 5 ? 4 ** Math.ceil(Math.log(count * 3) / Math.log(4)) : 0);
}

function drawnFromPool(random: RandomBits, length: number, count: number): readonly number[] {
  const pool = Array.from({ length }, (_, place) => place);
  return Array.from({ length: count }, (_, drawn) => {
    const left = length - drawn;
    const place = below(random, left);
    const value = pool[place] ?? 0;
    pool[place] = pool[left - 1] ?? 0;
    return value;
  });
}

function drawnAnew(random: RandomBits, length: number, count: number): readonly number[] {
  const drawn = new Set<number>();
  while (drawn.size < count) drawn.add(below(random, length));
  return [...drawn];
}

/** A number below the limit, by drawing again what is too high. */
function below(random: RandomBits, limit: number): number {
  const bits = 32 - Math.clz32(limit);
  let value = random.bits(bits);
  while (value >= limit) value = random.bits(bits);
  return value;
}
