/** The calls of a connection that are running. Disposing aborts them and waits for their ends. */
interface RunningCalls {
  /** Fires when the connection is closed. */
  readonly closed: AbortSignal;
  /** Keeps a call among the running ones until it ends. */
  track<T>(call: Promise<T>): Promise<T>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Keeps account of calls, so that closing ends them.
 *
 * @param owner what is closed, for messages: `the agent`
 */
export function runningCalls(owner: string): RunningCalls {
  const disposal = new AbortController();
  const running = new Set<Promise<unknown>>();
  return {
    closed: disposal.signal,
    async track(call) {
      running.add(call);
      try {
        return await call;
      } finally {
        running.delete(call);
      }
    },
    async [Symbol.asyncDispose]() {
      disposal.abort(new DOMException(`${owner} was closed`, "AbortError"));
      await Promise.allSettled(running);
    },
  };
}
