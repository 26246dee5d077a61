import { modelKey } from "./api-key.ts";
import type { ConnectContext, ResolvedModel } from "./model-interface.ts";

/**
 * What the connections to vendors have in common: name and key of the model, its limits, the surroundings.
 *
 * @param inline the setting that may hold the key itself
 * @throws KareninaError `missing_key` when a variable is named that is not set.
 */
export function connectionOptions(
  model: ResolvedModel,
  inline: Parameters<typeof modelKey>[1],
  { environment, clock }: Pick<ConnectContext, "environment" | "clock">,
) {
  const { modelName, maxTokens, temperature, anthropicBaseUrl, endpointBaseUrl } = model;
  return {
    modelName,
    maxTokens,
    environment,
    clock,
    ...modelKey(model, inline, environment),
    baseUrl: anthropicBaseUrl ?? endpointBaseUrl ?? undefined,
    temperature: temperature ?? undefined,
  };
}
