import { type Connect, connectionOptions } from "../definition/index.ts";
import { createAiSdkLlm } from "./llm.ts";
import { providerOptions } from "./provider-options.ts";

/** A vendor's own service through the AI SDK; the key comes from the vendor's usual variable unless one is named. */
export const connectAiSdk: Connect = async (model, context) => ({
  kind: "llm",
  llm: createAiSdkLlm({
    provider: model.modelProvider ?? "",
    ...connectionOptions(model, "anthropicApiKey", context),
    providerOptions: providerOptions(model),
  }),
});
