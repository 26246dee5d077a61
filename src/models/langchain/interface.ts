import type { ConnectContext, ModelInterface, ResolvedModel } from "../definition/index.ts";

/** A vendor's service through LangChain.js. */
export const langChain = {
  name: "langchain",
  label: "a vendor through LangChain",
  tier: "tool_loop",
  reached: "network",
  takes: {
    modelProvider: { needed: "a provider (openai, anthropic, google)" },
    endpointBaseUrl: { provider: "other" },
    anthropicBaseUrl: { provider: "anthropic" },
    anthropicApiKey: { provider: "anthropic" },
  },
  extraIsClient: true,
  unnamedKey: "the vendor's usual variable",
  connect: async (model: ResolvedModel, context: ConnectContext) =>
    (await import("./connect.ts")).connectLangChain(model, context),
} as const satisfies ModelInterface;
