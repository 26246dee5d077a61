import { isJsonObject, type JsonObject, KareninaError } from "../../base/index.ts";
import type { ResolvedModel } from "../definition/index.ts";

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
