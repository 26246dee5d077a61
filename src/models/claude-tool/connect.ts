import { type Connect, connectionOptions, requirePackages } from "../definition/index.ts";
import { createClaudeToolLlm } from "./llm.ts";

/** A Claude model through Anthropic's own package, with the key in `ANTHROPIC_API_KEY` unless another variable is named. */
export const connectClaudeTool: Connect = async (model, context) => {
  requirePackages(model.reachedBy.packages ?? [], `model "${model.id}"`);
  return {
    kind: "llm",
    llm: createClaudeToolLlm({
      ...connectionOptions(model, "anthropicApiKey", context),
      extraBody: model.extraKwargs ?? undefined,
    }),
  };
};
