/** Notices that this process has nothing left that it could wait for. */
export interface IdleWatch {
  /** The outcome of `work`; rejects when the process would end because nothing is left that could settle it. */
  untilIdle<T>(work: Promise<T>, errorOf: () => unknown): Promise<T>;
}

/** A watch that listens to this process only while it waits for something. */
export function idleWatch(): IdleWatch {
  const waiting = new Set<() => void>();
  const onIdle = () => {
    for (const giveUp of waiting) giveUp();
  };
  return {
    async untilIdle<T>(work: Promise<T>, errorOf: () => unknown) {
      const idle = Promise.withResolvers<never>();
      const giveUp = () => idle.reject(errorOf());
      if (waiting.size === 0) process.on("beforeExit", onIdle);
      waiting.add(giveUp);
      try {
        return await Promise.race([work, idle.promise]);
      } finally {
        waiting.delete(giveUp);
        if (waiting.size === 0) process.off("beforeExit", onIdle);
      }
    },
  };
}
