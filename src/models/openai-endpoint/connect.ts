import { KareninaError } from "../../base/index.ts";
import { type Connect, modelKey } from "../definition/index.ts";
import { listOpenAiModels } from "./list-models.ts";
import { createOpenAiEndpointLlm } from "./llm.ts";

const urlModes = ["auto_v1", "raw"] as const;

/** An OpenAI-compatible server. A key is sent only when one is configured. */
export const connectOpenAiEndpoint: Connect = async (model, { environment, clock }) => {
  const { endpoint_base_url_mode: mode, ...extraBody } = model.extraKwargs ?? {};
  const baseUrlMode = urlModes.find((known) => known === mode);
  if (mode !== undefined && baseUrlMode === undefined) {
    throw new KareninaError(
      "configuration",
      `Model "${model.id}": endpoint_base_url_mode must be one of ${urlModes.join(", ")}; found ${JSON.stringify(mode)}.`,
    );
  }
  const endpoint = {
    baseUrl: model.endpointBaseUrl ?? "",
    modelName: model.modelName,
    ...modelKey(model, "endpointApiKey", environment),
    baseUrlMode,
  };
  return {
    kind: "llm",
    llm: createOpenAiEndpointLlm({
      ...endpoint,
      maxTokens: model.maxTokens,
      extraBody,
      clock,
      temperature: model.temperature ?? undefined,
    }),
    listModels: (signal) => listOpenAiModels(endpoint, signal),
  };
};
