import { createPatternEngine } from "../../base/index.ts";
import type { LlmPort } from "../../ports/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { Judge } from "../judge.ts";
import { structuredParser } from "../structured/structured-parser.ts";

/** A judge that asks this model. */
export function judgeOf(llm: LlmPort, given: Partial<Judge> = {}): Judge {
  return {
    llm,
    parser: structuredParser(llm),
    systemPrompt: null,
    prompts: {},
    signal: new AbortController().signal,
    timeoutMs: undefined,
    observer: {},
    ...given,
  };
}

/** What reading a value may use. */
export const tools: CheckTools = { patterns: createPatternEngine() };
