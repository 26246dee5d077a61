import { definedOnly } from "../../base/index.ts";
import { apiKey, type Connect, requirePackages } from "../definition/index.ts";
import { createClaudeToolLlm } from "./llm.ts";

/** A Claude model through Anthropic's own package, with the key in `ANTHROPIC_API_KEY` unless another variable is named. */
export const connectClaudeTool: Connect = async (model, { environment, clock }) => {
  requirePackages(["@anthropic-ai/sdk"], `model "${model.id}"`);
  const source = { inline: model.anthropicApiKey, variable: model.apiKeyEnv };
  return {
    kind: "llm",
    llm: createClaudeToolLlm({
      modelName: model.modelName,
      maxTokens: model.maxTokens,
      environment,
      clock,
      ...definedOnly({
        apiKey: apiKey(source, `model "${model.id}"`, environment),
        keyName: model.apiKeyEnv ?? undefined,
        baseUrl: model.anthropicBaseUrl ?? undefined,
        temperature: model.temperature ?? undefined,
        extraBody: model.extraKwargs ?? undefined,
      }),
    }),
  };
};
