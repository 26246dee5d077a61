import type { LinePlace } from "../log/index-log.ts";
import { readPlaces } from "../log/read-places.ts";
import type { VerificationResult } from "../verification-result.ts";

/** Results in order, wherever they are: in memory, or in a log that they are read from whenever they are asked for. */
export interface ResultSource extends Iterable<VerificationResult> {
  readonly length: number;
  /** Undefined where there is none. */
  at(index: number): VerificationResult | undefined;
  /** The results at these places, in their order. */
  pick(indices: readonly number[]): ResultSource;
}

/** Results in memory. */
export function listSource(results: readonly VerificationResult[]): ResultSource {
  return {
    length: results.length,
    at: (index) => results[index],
    pick: (indices) => listSource(itemsAt(results, indices)),
    [Symbol.iterator]: () => results[Symbol.iterator](),
  };
}

/** Results that stay in their log: only where they stand is in memory. */
export function logSource(file: string, places: readonly LinePlace[]): ResultSource {
  const read = function* (wanted: readonly LinePlace[]): Generator<VerificationResult> {
    for (const [, result] of readPlaces(file, wanted)) yield result;
  };
  return {
    length: places.length,
    at: (index) => read(itemsAt(places, [index])).next().value ?? undefined,
    pick: (indices) => logSource(file, itemsAt(places, indices)),
    [Symbol.iterator]: () => read(places),
  };
}

/** Several sources, one behind the other. */
export function joinSources(sources: readonly ResultSource[]): ResultSource {
  const length = sources.reduce((sum, source) => sum + source.length, 0);

  /** The source that holds a place, and which place of its own that is. */
  function find(index: number): readonly [ResultSource, number] | undefined {
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
      const runs: { readonly source: ResultSource; readonly indices: number[] }[] = [];
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
