const size = 624;
const middle = 397;

/** Whole numbers drawn by lot, the same for the same seed. */
export interface RandomBits {
  /** A number of so many bits, 1 to 32. */
  bits(count: number): number;
}

/**
 * The generator MT19937 (Matsumoto and Nishimura, 1998), seeded by one number as its `init_by_array` does with a key
 * of one word. This is what Python's `random.seed` does with a number of up to 32 bits.
 *
 * @param seed from 0 to 2³² - 1
 */
export function mersenneTwister(seed: number): RandomBits {
  const state = seededState(seed);
  let next = size;

  function word(): number {
    if (next === size) {
      regenerate(state);
      next = 0;
    }
    let y = state[next] ?? 0;
    next += 1;
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  return { bits: (count) => word() >>> (32 - count) };
}

function seededState(seed: number): Uint32Array {
  const state = new Uint32Array(size);
  const at = (index: number) => state[index] ?? 0;
  const mixed = (index: number) => at(index - 1) ^ (at(index - 1) >>> 30);
  state[0] = 19_650_218;
  for (let index = 1; index < size; index += 1) state[index] = Math.imul(1_812_433_253, mixed(index)) + index;
  let index = 1;
  const step = (value: number) => {
    state[index] = value;
    index += 1;
    if (index < size) return;
    state[0] = at(size - 1);
    index = 1;
  };
  for (let count = 0; count < size; count += 1) step((at(index) ^ Math.imul(mixed(index), 1_664_525)) + seed);
  for (let count = 1; count < size; count += 1)
    step((at(index) ^ Math.imul(mixed(index), 1_566_083_941)) - index);
  state[0] = 0x80000000;
  return state;
}

function regenerate(state: Uint32Array): void {
  const at = (index: number) => state[index % size] ?? 0;
  for (let index = 0; index < size; index += 1) {
    const y = (at(index) & 0x80000000) | (at(index + 1) & 0x7fffffff);
    state[index] = at(index + middle) ^ (y >>> 1) ^ ((y & 1) === 0 ? 0 : 0x9908b0df);
  }
}
