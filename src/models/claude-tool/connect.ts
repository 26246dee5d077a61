import { definedOnly } from "../../base/index.ts";
import { type Connect, modelKey, requirePackages } from "../definition/index.ts";
import { createClaudeToolLlm } from "./llm.ts";

/** A Claude model through Anthropic's own package, with the key in `ANTHROPIC_API_KEY` unless another variable is named. */
export const connectClaudeTool: Connect = async (model, { environment, clock }) => {
  requirePackages(["@anthropic-ai/sdk"], `model "${model.id}"`);
  return {
    kind: "llm",
    llm: createClaudeToolLlm({
      modelName: model.modelName,
      maxTokens: model.maxTokens,
      environment,
      clock,
      ...modelKey(model, "anthropicApiKey", environment),
      ...definedOnly({
        baseUrl: model.anthropicBaseUrl ?? undefined,
        temperature: model.temperature ?? undefined,
        extraBody: model.extraKwargs ?? undefined,
      }),
    }),
  };
};
