import { definedOnly, isJsonObject, type JsonObject, KareninaError } from "../../base/index.ts";
import { type Connect, connectionOptions, type ResolvedModel } from "../definition/index.ts";
import { createAiSdkLlm } from "./llm.ts";

/** A vendor's own service through the AI SDK; the key comes from the vendor's usual variable unless one is named. */
export const connectAiSdk: Connect = async (model, context) => ({
  kind: "llm",
  llm: createAiSdkLlm({
    provider: model.modelProvider ?? "",
    ...connectionOptions(model, "anthropicApiKey", context),
    ...definedOnly({ providerOptions: providerOptions(model) }),
  }),
});

/** `extra_kwargs` are the vendor's own settings, under the vendor's name. */
export function providerOptions(
  model: ResolvedModel,
): { readonly [provider: string]: JsonObject } | undefined {
  if (model.extraKwargs === null) return undefined;
  const entries = Object.entries(model.extraKwargs).map(([provider, settings]) => {
    if (isJsonObject(settings)) return [provider, settings] as const;
    throw new KareninaError(
      "configuration",
      `Model "${model.id}": extra_kwargs.${provider} must be an object of a vendor's settings.`,
      { hint: 'Write them under the vendor\'s name, such as { "openai": { "reasoningEffort": "low" } }.' },
    );
  });
  return Object.fromEntries(entries);
}
