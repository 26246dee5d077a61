import type { SpentAmounts, TakenUnit } from "../stores/index.ts";

/** A unit that this worker has. */
export interface HeldUnit {
  readonly unit: TakenUnit;
  /** Its tasks or walks that have no result yet. */
  readonly open: Set<string>;
  /** Walks one turn of which failed for its infrastructure. */
  readonly lacking: Set<string>;
  readonly isWalk: boolean;
  /** What models replied in it before, by the keys of calls. */
  readonly replies: ReadonlyMap<string, string>;
  /** The store has replies of it. */
  hasReplies: boolean;
  /** Of its calls so far. */
  cost: SpentAmounts;
  /** One of its tasks was handed out. */
  isBegun: boolean;
  /** Somebody else has it by now: what is still written of it here is void. */
  isLost: boolean;
}

/** The units that a worker has at present, by the keys of their tasks and walks. */
export interface HeldUnits {
  readonly size: number;
  /** @param keys of its tasks, or walks */
  add(unit: TakenUnit, keys: readonly string[], about: Pick<HeldUnit, "isWalk" | "replies">): void;
  of(key: string): HeldUnit | undefined;
  all(): readonly HeldUnit[];
  remove(held: HeldUnit): void;
}

/** None yet. */
export function heldUnits(): HeldUnits {
  const byKey = new Map<string, HeldUnit>();
  const keysOf = new Map<HeldUnit, readonly string[]>();
  return {
    get size() {
      return keysOf.size;
    },
    add(unit, keys, about) {
      const sets = { open: new Set(keys), lacking: new Set<string>() };
      const hasReplies = about.replies.size > 0;
      const cost = { costUsd: 0, tokens: 0, calls: 0 };
      const held = { unit, cost, ...sets, ...about, hasReplies, isBegun: false, isLost: false };
      for (const key of keys) byKey.set(key, held);
      keysOf.set(held, keys);
    },
    of: (key) => byKey.get(key),
    all: () => [...keysOf.keys()],
    remove(held) {
      for (const key of keysOf.get(held) ?? []) if (byKey.get(key) === held) byKey.delete(key);
      keysOf.delete(held);
    },
  };
}
