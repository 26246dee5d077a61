import { definedOnly } from "../../base/index.ts";
import {
  type Connect,
  type ConnectContext,
  modelKey,
  type ResolvedModel,
  requirePackages,
} from "../definition/index.ts";
import type { ChatModelOptions } from "./chat-model.ts";
import { createLangChainLlm } from "./llm.ts";
import { langChainProviderOf } from "./providers.ts";

/** A vendor's service through LangChain.js; the key comes from the vendor's usual variable unless one is named. */
export const connectLangChain: Connect = async (model, context) => {
  const options = await chatModelOptions(model, context);
  return { kind: "llm", llm: createLangChainLlm({ ...options, clock: context.clock }) };
};

/**
 * How a model's LangChain package is opened. `extra_kwargs` are further members of its constructor.
 *
 * @throws KareninaError `missing_dependency`, `configuration` for a vendor that LangChain does not have, `missing_key`.
 */
export async function chatModelOptions(
  model: ResolvedModel,
  { environment }: Pick<ConnectContext, "environment">,
): Promise<ChatModelOptions> {
  const provider = langChainProviderOf(model.modelProvider ?? "");
  requirePackages(["@langchain/core", provider.packageName], `model "${model.id}"`);
  return {
    provider: provider.name,
    modelName: model.modelName,
    maxTokens: model.maxTokens,
    environment,
    ...modelKey(model, "anthropicApiKey", environment),
    ...definedOnly({
      baseUrl: model.anthropicBaseUrl ?? model.endpointBaseUrl ?? undefined,
      temperature: model.temperature ?? undefined,
      extra: model.extraKwargs ?? undefined,
    }),
  };
}
