import * as z from "zod";
import { AnyJsonObject, type JsonObject } from "../../../base/index.ts";
import { openRouter as vendor } from "../../vendors/index.ts";
import type { SdkProvider, SignatureCodec } from "./provider.ts";

const Details = z.array(AnyJsonObject).min(1);
const Metadata = z.object({ openrouter: z.object({ reasoning_details: Details }) });

/**
 * The first tool call carries all reasoning of whichever vendor answered, as a list; the signature is its JSON.
 * Thinking carries its own part of the list once more, which is of no use.
 */
const signatures: SignatureCodec = {
  read(metadata, part) {
    if (part === "thinking") return undefined;
    const parsed = Metadata.safeParse(metadata);
    return parsed.success ? JSON.stringify(parsed.data.openrouter.reasoning_details) : undefined;
  },
  options: (signature) => ({ openrouter: detailsOf(signature) }),
};

/** Nothing, for a signature that is another vendor's. */
function detailsOf(signature: string): JsonObject {
  try {
    const details = Details.safeParse(JSON.parse(signature));
    return details.success ? { reasoning_details: details.data } : {};
  } catch {
    return {};
  }
}

/** Any model of OpenRouter, named as there: `vendor/model`. */
export const openrouter: SdkProvider = {
  ...vendor,
  packageName: "@openrouter/ai-sdk-provider",
  signatures,
  async open(settings) {
    const { createOpenRouter } = await import("@openrouter/ai-sdk-provider");
    const provider = createOpenRouter({ ...settings, compatibility: "strict" });
    return {
      model: (name) => provider.chat(name, { usage: { include: true } }),
      embeddingModel: (name) => provider.textEmbeddingModel(name),
    };
  },
};
