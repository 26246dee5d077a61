import * as z from "zod";
import type { JsonObject } from "../../../base/index.ts";
import type { SdkProvider, SignatureCodec } from "./provider.ts";

const Metadata = z.object({
  anthropic: z.object({ signature: z.string().nullish(), redactedData: z.string().nullish() }),
});

/** No signature begins like this: they are Base64. */
const redacted = "redacted:";

/** Thinking is signed, or encrypted as a whole. */
const signatures: SignatureCodec = {
  read(metadata) {
    const parsed = Metadata.safeParse(metadata);
    if (!parsed.success) return undefined;
    const { signature, redactedData } = parsed.data.anthropic;
    return signature ?? (redactedData ? `${redacted}${redactedData}` : undefined);
  },
  options(signature): { readonly anthropic: JsonObject } {
    if (!signature.startsWith(redacted)) return { anthropic: { signature } };
    return { anthropic: { redactedData: signature.slice(redacted.length) } };
  },
};

/** Anthropic through its messages interface. */
export const anthropic: SdkProvider = {
  name: "anthropic",
  packageName: "@ai-sdk/anthropic",
  keyVariables: ["ANTHROPIC_API_KEY"],
  defaultUrl: "https://api.anthropic.com/v1",
  signatures,
  async open(settings) {
    const { createAnthropic } = await import("@ai-sdk/anthropic");
    const provider = createAnthropic(settings);
    return { model: (name) => provider(name) };
  },
};
