import * as z from "zod";
import type { SdkProvider, SignatureCodec } from "./provider.ts";

const Metadata = z.object({ google: z.object({ thoughtSignature: z.string() }) });

/** Tool calls carry what the model thought before them, in a form only Google reads. */
const signatures: SignatureCodec = {
  read(metadata) {
    const parsed = Metadata.safeParse(metadata);
    return parsed.success ? parsed.data.google.thoughtSignature : undefined;
  },
  options: (thoughtSignature) => ({ google: { thoughtSignature } }),
};

/** Google's Gemini through generateContent. */
export const google: SdkProvider = {
  name: "google",
  aliases: ["google_genai", "gemini"],
  packageName: "@ai-sdk/google",
  keyVariables: ["GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_GENERATIVE_AI_API_KEY"],
  defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
  signatures,
  async open(settings) {
    const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
    const provider = createGoogleGenerativeAI(settings);
    return { model: (name) => provider(name), embeddingModel: (name) => provider.embedding(name) };
  },
};
