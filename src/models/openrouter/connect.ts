import { createAiSdkLlm, providerOptions } from "../ai-sdk/index.ts";
import { type Connect, connectionOptions } from "../definition/index.ts";

/** OpenRouter, with the key in `OPENROUTER_API_KEY` unless another variable is named. */
export const connectOpenRouter: Connect = async (model, context) => ({
  kind: "llm",
  llm: createAiSdkLlm({
    provider: "openrouter",
    ...connectionOptions(model, null, context),
    providerOptions: providerOptions(model),
  }),
});
