import type { CallObserver, LlmPort, ParserPort } from "../ports/index.ts";
import type { PromptConfig } from "./prompt-config.ts";

/** A judge model, ready to be asked, for one stage of one task. */
export interface Judge {
  readonly llm: LlmPort;
  readonly parser: ParserPort;
  /** The judge's own system prompt, put before every task's; null: none. */
  readonly systemPrompt: string | null;
  readonly prompts: PromptConfig;
  readonly signal: AbortSignal;
  /** Wall-clock limit of one call, in milliseconds; undefined: no limit. */
  readonly timeoutMs: number | undefined;
  readonly observer: CallObserver;
}
