import type { SdkProvider } from "./provider.ts";

/** Google's Gemini through generateContent. */
export const google: SdkProvider = {
  name: "google",
  aliases: ["google_genai", "gemini"],
  packageName: "@ai-sdk/google",
  keyVariables: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
  async open(settings) {
    const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
    const provider = createGoogleGenerativeAI(settings);
    return { model: (name) => provider(name), embeddingModel: (name) => provider.embedding(name) };
  },
};
