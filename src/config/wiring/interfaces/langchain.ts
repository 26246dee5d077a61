import type { ChatModelOptions } from "../../../models/langchain/index.ts";
import type { ResolvedModel } from "../../model/resolved-model.ts";
import { definedOnly } from "../../verification/resolve-config.ts";
import { apiKey } from "../api-key.ts";
import { requirePackages } from "../require-package.ts";
import type { Connect, Wiring } from "../wiring.ts";

/** A vendor's service through LangChain.js; the key comes from the vendor's usual variable unless one is named. */
export const connectLangChain: Connect = async (model, wiring) => {
  const options = await chatModelOptions(model, wiring);
  const { createLangChainLlm } = await import("../../../models/langchain/index.ts");
  return { kind: "llm", llm: createLangChainLlm({ ...options, clock: wiring.clock }) };
};

/**
 * How a model's LangChain package is opened. `extra_kwargs` are further members of its constructor.
 *
 * @throws KareninaError `missing_dependency`, `configuration` for a vendor that LangChain does not have, `missing_key`.
 */
export async function chatModelOptions(
  model: ResolvedModel,
  { environment }: Pick<Wiring, "environment">,
): Promise<ChatModelOptions> {
  const { langChainProviderOf } = await import("../../../models/langchain/index.ts");
  const provider = langChainProviderOf(model.modelProvider ?? "");
  requirePackages(["@langchain/core", provider.packageName], `model "${model.id}"`);
  const source = { inline: model.anthropicApiKey, variable: model.apiKeyEnv };
  return {
    provider: provider.name,
    modelName: model.modelName,
    maxTokens: model.maxTokens,
    environment,
    ...definedOnly({
      apiKey: apiKey(source, `model "${model.id}"`, environment),
      baseUrl: model.anthropicBaseUrl ?? model.endpointBaseUrl ?? undefined,
      temperature: model.temperature ?? undefined,
      extra: model.extraKwargs ?? undefined,
    }),
  };
}
