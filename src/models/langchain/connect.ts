import {
  type Connect,
  type ConnectContext,
  connectionOptions,
  type ResolvedModel,
  requirePackages,
} from "../definition/index.ts";
import { createLangChainLlm, type LangChainLlmOptions } from "./llm.ts";
import { langChainProviderOf } from "./providers.ts";

/** A vendor's service through LangChain.js; the key comes from the vendor's usual variable unless one is named. */
export const connectLangChain: Connect = async (model, context) => {
  return { kind: "llm", llm: createLangChainLlm(await chatModelOptions(model, context)) };
};

/**
 * How a model's LangChain package is opened. `extra_kwargs` are further members of its constructor.
 *
 * @throws KareninaError `missing_dependency`, `configuration` for a vendor that LangChain does not have, `missing_key`.
 */
export async function chatModelOptions(
  model: ResolvedModel,
  context: Pick<ConnectContext, "environment" | "clock">,
): Promise<LangChainLlmOptions> {
  const provider = langChainProviderOf(model.modelProvider ?? "");
  requirePackages(["@langchain/core", provider.packageName], `model "${model.id}"`);
  return {
    provider: provider.name,
    ...connectionOptions(model, "anthropicApiKey", context),
    extra: model.extraKwargs ?? undefined,
  };
}
