import { definedOnly } from "../../verification/resolve-config.ts";
import { apiKey } from "../api-key.ts";
import type { Connect } from "../wiring.ts";
import { providerOptions } from "./ai-sdk.ts";

/** OpenRouter, with the key in `OPENROUTER_API_KEY` unless another variable is named. */
export const connectOpenRouter: Connect = async (model, { environment, clock }) => {
  const { createOpenRouterLlm } = await import("../../../models/ai-sdk/index.ts");
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
