import type { CallObserver } from "./llm.ts";

/** Turns texts into vectors. */
export interface EmbedderPort {
  /** The embedding model's name, as stored in results. */
  readonly model: string;
  /** One vector per text, all of the same length. Throws `TransportError`. */
  embed(
    texts: readonly string[],
    options?: {
      readonly signal?: AbortSignal;
      readonly timeoutMs?: number;
      readonly observer?: CallObserver;
    },
  ): Promise<readonly (readonly number[])[]>;
  [Symbol.asyncDispose](): Promise<void>;
}
