import { definedOnly } from "../../base/index.ts";
import { createOpenRouterLlm, providerOptions } from "../ai-sdk/index.ts";
import { apiKey, type Connect } from "../definition/index.ts";

/** OpenRouter, with the key in `OPENROUTER_API_KEY` unless another variable is named. */
export const connectOpenRouter: Connect = async (model, { environment, clock }) => {
  const source = { inline: null, variable: model.apiKeyEnv };
  return {
    kind: "llm",
    llm: createOpenRouterLlm({
      modelName: model.modelName,
      maxTokens: model.maxTokens,
      environment,
      clock,
      ...definedOnly({
        apiKey: apiKey(source, `model "${model.id}"`, environment),
        temperature: model.temperature ?? undefined,
        providerOptions: providerOptions(model),
      }),
    }),
  };
};
