/** Ends what still runs when this process exits before it was ended in peace. */
export interface ExitGuard {
  /** `end` runs without waiting. Returns how to take it back. */
  watch(end: () => void): () => void;
}

/** A guard that listens for the exit of this process only while it watches something. */
export function exitGuard(): ExitGuard {
  const watched = new Set<() => void>();
  const onExit = () => {
    for (const end of watched) end();
  };
  return {
    watch(end) {
      if (watched.size === 0) process.on("exit", onExit);
      watched.add(end);
      return () => {
        watched.delete(end);
        if (watched.size === 0) process.off("exit", onExit);
      };
    },
  };
}
