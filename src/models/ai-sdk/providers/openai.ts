import type { SdkProvider } from "./provider.ts";

/** OpenAI through its chat completions interface. */
export const openai: SdkProvider = {
  name: "openai",
  packageName: "@ai-sdk/openai",
  keyVariables: ["OPENAI_API_KEY"],
  defaultUrl: "https://api.openai.com/v1",
  async open(settings) {
    const { createOpenAI } = await import("@ai-sdk/openai");
    const provider = createOpenAI(settings);
    return { model: (name) => provider.chat(name), embeddingModel: (name) => provider.embedding(name) };
  },
};
