import { definedOnly } from "../../base/index.ts";
import { createOpenRouterLlm, providerOptions } from "../ai-sdk/index.ts";
import { type Connect, modelKey } from "../definition/index.ts";

/** OpenRouter, with the key in `OPENROUTER_API_KEY` unless another variable is named. */
export const connectOpenRouter: Connect = async (model, { environment, clock }) => {
  return {
    kind: "llm",
    llm: createOpenRouterLlm({
      modelName: model.modelName,
      maxTokens: model.maxTokens,
      environment,
      clock,
      ...modelKey(model, null, environment),
      ...definedOnly({
        temperature: model.temperature ?? undefined,
        providerOptions: providerOptions(model),
      }),
    }),
  };
};
