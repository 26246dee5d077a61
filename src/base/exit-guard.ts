import { groupKeeper } from "./group-keeper.ts";

/** Ends what still runs when this process exits before it was ended in peace. */
export interface ExitGuard {
  /**
   * `end` runs without waiting. Returns how to take it back.
   *
   * @param group the leader of a group of processes that would go on when this process is killed, which runs nothing;
   * it is ended then too
   */
  watch(end: () => void, group?: number): () => void;
}

/** A guard that listens for the exit of this process only while it watches something. */
export function exitGuard(): ExitGuard {
  const watched = new Set<() => void>();
  const keeper = groupKeeper();
  const onExit = () => {
    for (const end of watched) end();
  };
  return {
    watch(end, group) {
      if (watched.size === 0) process.on("exit", onExit);
      watched.add(end);
      const release = group === undefined ? () => undefined : keeper.keep(group);
      return () => {
        release();
        watched.delete(end);
        if (watched.size === 0) process.off("exit", onExit);
      };
    },
  };
}
