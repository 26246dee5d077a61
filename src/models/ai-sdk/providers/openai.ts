import { openAi as vendor } from "../../vendors/index.ts";
import type { SdkProvider } from "./provider.ts";

/** OpenAI through its chat completions interface. */
export const openai: SdkProvider = {
  ...vendor,
  packageName: "@ai-sdk/openai",
  async open(settings) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const provider = createOpenAI(settings);
    return { model: (name) => provider.chat(name), embeddingModel: (name) => provider.embedding(name) };
  },
};
