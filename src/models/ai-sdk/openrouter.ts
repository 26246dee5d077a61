import type { LlmPort } from "../../ports/index.ts";
import { type AiSdkLlmOptions, createAiSdkLlm } from "./llm.ts";

/**
 * A model of OpenRouter, named `vendor/model`. The key comes from `OPENROUTER_API_KEY` unless given;
 * replies carry their cost.
 */
export function createOpenRouterLlm(options: Omit<AiSdkLlmOptions, "provider">): LlmPort {
  return createAiSdkLlm({ ...options, provider: "openrouter" });
}
