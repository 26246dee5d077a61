import { groupKeeper, type KeptGroup } from "./group-keeper.ts";

/** Ends what still runs when this process exits before it was ended in peace. */
export interface ExitGuard {
  /**
   * `end` runs without waiting.
   *
   * @param options.keepsGroup what is watched is a group of processes that would go on when this process is killed, which
   * runs nothing: begin to watch before the group starts, and tell its leader as soon as it is known
   */
  watch(end: () => void, options?: { readonly keepsGroup?: boolean }): Watch;
}

/** Something that is watched. */
export interface Watch {
  /** The group of this leader is ended also when this process is killed; see {@link KeptGroup.keep}. */
  keep: KeptGroup["keep"];
  /** Ends the watching; twice is fine. */
  release(): void;
}

/** A guard that listens for the exit of this process only while it watches something. */
export function exitGuard(): ExitGuard {
  const watched = new Set<() => void>();
  const keeper = groupKeeper();
  const onExit = () => {
    for (const end of watched) end();
  };
  return {
    watch(end, { keepsGroup = false } = {}) {
      if (watched.size === 0) process.on("exit", onExit);
      watched.add(end);
      const group = keepsGroup ? keeper.open() : undefined;
      return {
        keep: (...given) => group?.keep(...given),
        release() {
          group?.release();
          watched.delete(end);
          if (watched.size === 0) process.off("exit", onExit);
        },
      };
    },
  };
}
