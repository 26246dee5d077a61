import type { LinePlace } from "../log/log-entry.ts";

/** Results or walks in order, wherever they are: in memory, or in a log that they are read from whenever they are asked for. */
export interface Source<Item> extends Iterable<Item> {
  readonly length: number;
  /** Undefined where there is none. */
  at(index: number): Item | undefined;
  /** Those at these places, in their order. */
  pick(indices: readonly number[]): Source<Item>;
}

/** What is in memory. */
export function listSource<Item>(items: readonly Item[]): Source<Item> {
  return {
    length: items.length,
    at: (index) => items[index],
    pick: (indices) => listSource(itemsAt(items, indices)),
    [Symbol.iterator]: () => items[Symbol.iterator](),
  };
}

/** What stays in its log: only where it stands is in memory. */
export function logSource<Item>(
  places: readonly LinePlace[],
  readAt: (places: readonly LinePlace[]) => Iterable<readonly [LinePlace, Item]>,
): Source<Item> {
  const read = function* (wanted: readonly LinePlace[]): Generator<Item> {
    for (const [, item] of readAt(wanted)) yield item;
  };
  return {
    length: places.length,
    at(index) {
      // to its end, where the log is closed
      const [item] = read(itemsAt(places, [index]));
      return item;
    },
    pick: (indices) => logSource(itemsAt(places, indices), readAt),
    [Symbol.iterator]: () => read(places),
  };
}

/** Several sources, one behind the other. */
export function joinSources<Item>(sources: readonly Source<Item>[]): Source<Item> {
  const length = sources.reduce((sum, source) => sum + source.length, 0);

  /** The source that holds a place, and which place of its own that is. */
  function find(index: number): readonly [Source<Item>, number] | undefined {
    let at = index;
    for (const source of sources) {
      if (at >= 0 && at < source.length) return [source, at];
      at -= source.length;
    }
    return undefined;
  }

  return {
    length,
    at(index) {
      const found = find(index);
      return found?.[0].at(found[1]);
    },
    pick(indices) {
      const runs: { readonly source: Source<Item>; readonly indices: number[] }[] = [];
      for (const index of indices) {
        const [source, at] = find(index) ?? [];
        if (source === undefined || at === undefined) continue;
        const last = runs.at(-1);
        if (last?.source === source) last.indices.push(at);
        else runs.push({ source, indices: [at] });
      }
      return joinSources(runs.map((run) => run.source.pick(run.indices)));
    },
    *[Symbol.iterator]() {
      for (const source of sources) yield* source;
    },
  };
}

function itemsAt<Item>(items: readonly Item[], indices: readonly number[]): Item[] {
  return indices.flatMap((index) => {
    const item = items[index];
    return item === undefined ? [] : [item];
  });
}
