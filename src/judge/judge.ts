import type { CallObserver, LlmPort, ParserPort } from "../ports/index.ts";

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

/** Extra instructions per kind of model call, added at the end of the system text. Null or absent: none. */
export interface PromptConfig {
  readonly generation?: string | null;
  readonly parsing?: string | null;
  readonly abstentionDetection?: string | null;
  readonly sufficiencyDetection?: string | null;
  readonly rubricEvaluation?: string | null;
  readonly agenticParsing?: string | null;
  readonly deepJudgment?: string | null;
}
