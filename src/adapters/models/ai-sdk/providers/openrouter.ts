import type { SdkProvider } from "./provider.ts";

/** Any model of OpenRouter, named as there: `vendor/model`. */
export const openrouter: SdkProvider = {
  name: "openrouter",
  packageName: "@openrouter/ai-sdk-provider",
  keyVariables: ["OPENROUTER_API_KEY"],
  defaultUrl: "https://openrouter.ai/api/v1",
  async open(settings) {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const provider = createOpenRouter({ ...settings, compatibility: "strict" });
    return {
      model: (name) => provider.chat(name, { usage: { include: true } }),
      embeddingModel: (name) => provider.textEmbeddingModel(name),
    };
  },
};
