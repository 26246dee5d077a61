/** Numbers from a seed, the same on every machine. */
export interface Random {
  /** A whole number from 0 to below `end`. */
  below(end: number): number;
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** Mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const below = (end: number) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, end);
  };
  return { below, pick: (items) => items[below(items.length)] ?? items[0] };
}
