import { KareninaError } from "../../../base/index.ts";
import { findVendor } from "../../vendors/index.ts";
import { anthropic } from "./anthropic.ts";
import { google } from "./google.ts";
import { openai } from "./openai.ts";
import { openrouter } from "./openrouter.ts";
import type { SdkProvider } from "./provider.ts";

export type { OpenedProvider, SdkModel, SdkProvider, SignatureCodec } from "./provider.ts";

/** Every vendor reachable through the AI SDK. */
export const sdkProviders: readonly SdkProvider[] = [openai, anthropic, google, openrouter];

/** The provider of a name or alias; throws `KareninaError` with code `configuration` for an unknown one. */
export function sdkProviderOf(name: string): SdkProvider {
  const vendor = findVendor(name);
  const found = sdkProviders.find((provider) => provider.name === vendor?.name);
  if (found !== undefined) return found;
  const known = sdkProviders.map((provider) => provider.name).join(", ");
  throw new KareninaError("configuration", `The model provider "${name}" is not known; known are ${known}.`, {
    hint: "For a server of your own use the interface openai_endpoint with its base URL.",
  });
}
