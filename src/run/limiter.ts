import { KareninaError } from "../base/index.ts";
import type { EmbedderPort, LlmPort } from "../ports/index.ts";

/** A fixed number of permits, given out in the order they are asked for. */
export interface Limiter {
  /** Runs `work` when a permit is free. Rejects with code `cancelled` when the signal fires while waiting. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** Makes a limiter; throws `KareninaError` with code `configuration` unless `permits` is a whole number ≥ 1. */
export function createLimiter(permits: number): Limiter {
  if (!Number.isInteger(permits) || permits < 1) {
    throw new KareninaError(
      "configuration",
      `A limit of requests in flight must be a whole number ≥ 1, not ${permits}.`,
    );
  }
  let free = permits;
  const waiting = new Set<() => void>();

  const acquire = (signal: AbortSignal | undefined): Promise<void> => {
    if (signal?.aborted) return Promise.reject(cancelled(signal));
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal?.removeEventListener("abort", onAbort);
        resolve();
      };
      const onAbort = () => {
        waiting.delete(start);
        reject(cancelled(signal));
      };
      waiting.add(start);
      signal?.addEventListener("abort", onAbort, { once: true });
    });
  };

  const release = () => {
    const [next] = waiting;
    if (next === undefined) free += 1;
    else {
      waiting.delete(next);
      next();
    }
  };

  return {
    async run(work, signal) {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}

const cancelled = (signal: AbortSignal | undefined) =>
  new KareninaError("cancelled", "Cancelled while waiting for a free request slot.", {
    cause: signal?.reason,
  });

/**
 * A model whose calls share a limiter's permits. Put it inside the retry layer: a permit is then held
 * while a call is in flight, not while a retry waits.
 */
export function limitedLlm(llm: LlmPort, limiter: Limiter): LlmPort {
  return {
    capabilities: llm.capabilities,
    generate: (request) => limiter.run(() => llm.generate(request), request.signal),
    [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
  };
}

/** An embedder whose calls share a limiter's permits; see {@link limitedLlm}. */
export function limitedEmbedder(embedder: EmbedderPort, limiter: Limiter): EmbedderPort {
  return {
    model: embedder.model,
    embed: (texts, options) => limiter.run(() => embedder.embed(texts, options), options?.signal),
    [Symbol.asyncDispose]: () => embedder[Symbol.asyncDispose](),
  };
}
