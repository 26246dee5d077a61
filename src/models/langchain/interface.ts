import type { ModelInterface } from "../definition/index.ts";
import { anthropic, google, openAi } from "../vendors/index.ts";

/** A vendor's service through LangChain.js. */
export const langChain = {
  name: "langchain",
  label: "a vendor through LangChain",
  tier: "tool_loop",
  reached: "network",
  mediaTypes: ["image/*"],
  takes: {
    modelProvider: { needed: "a provider (openai, anthropic, google)" },
    endpointBaseUrl: { provider: { except: anthropic.name } },
    anthropicBaseUrl: { provider: { only: anthropic.name } },
    anthropicApiKey: { provider: { only: anthropic.name } },
  },
  vendors: [openAi, anthropic, google],
  vendorOf: async (provider) => (await import("./providers.ts")).knownLangChainProvider(provider),
  extraIsClient: true,
  unnamedKey: "the vendor's usual variable",
  packages: ["@langchain/core"],
  connect: async (model, context) => (await import("./connect.ts")).connectLangChain(model, context),
} as const satisfies ModelInterface;
