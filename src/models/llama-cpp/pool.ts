import { KareninaError } from "../../base/index.ts";
import { cancelledError } from "../../http/index.ts";

/** One thing of a pool, for one use. */
interface Lease<T> {
  readonly value: T;
  /** Gives it to whoever waits longest. */
  release(): void;
}

/** A fixed number of things that are lent out, in the order of asking. */
export interface Pool<T> {
  /** Waits for its turn. Rejects with code `cancelled` on abort, and when the pool closes first. */
  take(signal?: AbortSignal): Promise<Lease<T>>;
  /** Sends everybody who waits away, and waits for what is lent out. */
  close(): Promise<void>;
}

/** Lends the given things out. */
export function createPool<T>(things: readonly T[]): Pool<T> {
  interface Waiting {
    readonly take: (thing: T) => void;
    readonly leave: (error: Error) => void;
  }
  const free = [...things];
  const queue = new Set<Waiting>();
  const settled: (() => void)[] = [];
  let closed = false;

  const giveBack = (thing: T) => {
    const [next] = queue;
    if (next !== undefined) {
      queue.delete(next);
      next.take(thing);
      return;
    }
    free.push(thing);
    if (free.length === things.length) for (const settle of settled.splice(0)) settle();
  };

  const lend = (value: T): Lease<T> => {
    let held = true;
    return {
      value,
      release() {
        if (held) giveBack(value);
        held = false;
      },
    };
  };

  return {
    async take(signal) {
      if (signal?.aborted) throw cancelledError(signal.reason);
      if (closed) throw closedError();
      const thing = free.shift();
      if (thing !== undefined) return lend(thing);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const waiting: Waiting = { take: resolve, leave: reject };
      const onAbort = () => {
        queue.delete(waiting);
        reject(cancelledError(signal?.reason));
      };
      queue.add(waiting);
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        return lend(await promise);
      } finally {
        signal?.removeEventListener("abort", onAbort);
      }
    },
    async close() {
      closed = true;
      for (const waiting of queue) waiting.leave(closedError());
      queue.clear();
      if (free.length === things.length) return;
      await new Promise<void>((resolve) => settled.push(resolve));
    },
  };
}

const closedError = () => new KareninaError("cancelled", "The model was closed before it could answer.");
