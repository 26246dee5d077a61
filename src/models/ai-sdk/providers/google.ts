import * as z from "zod";
import { google as vendor } from "../../vendors/index.ts";
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
  ...vendor,
  packageName: "@ai-sdk/google",
  signatures,
  async open(settings) {
    const { createGoogleGenerativeAI } = await import("@ai-sdk/google");
    const provider = createGoogleGenerativeAI(settings);
    return { model: (name) => provider(name), embeddingModel: (name) => provider.embedding(name) };
  },
};
