import type { JudgeForm } from "../rubric/index.ts";
import type { Message } from "../trace/index.ts";
import type { CallObserver } from "./llm.ts";

/** A question to a judge model whose reply is a JSON object. */
export interface ParseRequest<T> extends JudgeForm<T> {
  readonly messages: readonly Message[];
  readonly temperature?: number;
  /** See {@link LlmRequest.seed}. */
  readonly seed?: number;
  /** How often earlier requests of the same step were asked again for an unreadable reply: all of them share one limit. */
  readonly repeated?: number;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly observer?: CallObserver;
}

/**
 * Asks a judge model for a JSON object and reads it: natively structured where the provider can,
 * otherwise by schema in the prompt, strict parse, repair, and retries with feedback. `structuredParser` of the room
 * `judge` makes one; `verify/connect` joins it to a run's judges.
 * Throws `ReplyError` when no readable reply came, `TransportError` when none came at all.
 */
export interface ParserPort {
  parse<T>(request: ParseRequest<T>): Promise<T>;
  [Symbol.asyncDispose](): Promise<void>;
}
