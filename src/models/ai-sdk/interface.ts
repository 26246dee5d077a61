import type { ModelInterface } from "../definition/index.ts";
import { anthropic, findVendor, google, openAi } from "../vendors/index.ts";

/** A vendor's own service, through the AI SDK. */
export const aiSdk = {
  name: "ai_sdk",
  label: "a vendor's own service",
  tier: "tool_loop",
  reached: "network",
  mediaTypes: ["image/*", "application/pdf"],
  takes: {
    modelProvider: { needed: "a provider (openai, anthropic, google)" },
    anthropicBaseUrl: { provider: { only: anthropic.name } },
    anthropicApiKey: { provider: { only: anthropic.name } },
  },
  vendors: [openAi, anthropic, google],
  vendorOf: async (provider) => findVendor(provider),
  unnamedKey: "the vendor's usual variable",
  connect: async (model, context) => (await import("./connect.ts")).connectAiSdk(model, context),
} as const satisfies ModelInterface;
