import {
  inferredId,
  inferredInterface,
  type ModelConfig,
  type VerificationConfig,
} from "../../../config/index.ts";
import { fileSettings } from "../../../models/definition/index.ts";

/** The models and servers that a configuration sends texts to, a phrase each, such as `put the questions to model "m" at host`. */
export function askedModels(config: VerificationConfig): readonly string[] {
  const { answeringModels = [], parsingModels = [], embeddingCheckBaseUrl: embedder } = config;
  return [
    ...new Set([
      ...answeringModels.map((model) => `put the questions to ${modelAt(model)}`),
      ...parsingModels.map((model) => `have the answers judged by ${modelAt(model)}`),
      ...(config.embeddingCheckEnabled === true && embedder
        ? [`compare answers at ${hostOf(embedder)} (the embedding check)`]
        : []),
    ]),
  ];
}

function modelAt(model: ModelConfig): string {
  const { endpointBaseUrl, anthropicBaseUrl, modelProvider, http } = model;
  // headers may follow the address of a service that is tested
  const address = endpointBaseUrl || anthropicBaseUrl || http?.trim().split(/\s/)[0];
  const file = fileSettings.map((setting) => model[setting]).find(Boolean);
  const place = file ? `the file ${file}` : address ? hostOf(address) : modelProvider;
  return `model ${JSON.stringify(inferredId(model) ?? "")} at ${place || inferredInterface(model).name}`;
}

/** Without what of an address may be a key. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "an address that cannot be read";
}
