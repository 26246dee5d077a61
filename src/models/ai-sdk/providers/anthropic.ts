import * as z from "zod";
import type { JsonObject } from "../../../base/index.ts";
import { readRedacted, signRedacted } from "../../replies/index.ts";
import { anthropic as vendor } from "../../vendors/index.ts";
import type { SdkProvider, SignatureCodec } from "./provider.ts";

const Metadata = z.object({
  anthropic: z.object({ signature: z.string().nullish(), redactedData: z.string().nullish() }),
});

/** Thinking is signed, or encrypted as a whole. */
const signatures: SignatureCodec = {
  read(metadata) {
    const parsed = Metadata.safeParse(metadata);
    if (!parsed.success) return undefined;
    const { signature, redactedData } = parsed.data.anthropic;
    return signature ?? (redactedData ? signRedacted(redactedData) : undefined);
  },
  options(signature): { readonly anthropic: JsonObject } {
    const redactedData = readRedacted(signature);
    return { anthropic: redactedData === undefined ? { signature } : { redactedData } };
  },
};

/** Anthropic through its messages interface. */
export const anthropic: SdkProvider = {
  ...vendor,
  packageName: "@ai-sdk/anthropic",
  signatures,
  async open(settings) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const provider = createAnthropic(settings);
    return { model: (name) => provider(name) };
  },
};
