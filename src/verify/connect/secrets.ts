import {
  basicCredentials,
  type Environment,
  namedSecrets,
  secretsOfAddress,
  secretsOfJson,
  usualKeys,
} from "../../base/index.ts";
import { namedServers, present, type ResolvedConfig } from "../../config/index.ts";
import { hiddenTexts, parseMcpServer } from "../../mcp/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";

/**
 * Every key that a run may use, to be hidden where exchanges are written down.
 *
 * @param further models beside those of the configuration
 */
export function secretsOf(
  config: ResolvedConfig,
  environment: Environment,
  further: Iterable<ResolvedModel> = [],
): readonly string[] {
  const models = [...config.answeringModels, ...config.parsingModels, ...further];
  const named = [
    ...models.flatMap(({ apiKeyEnv, reachedBy }) => [apiKeyEnv, ...(reachedBy.vendor?.keyVariables ?? [])]),
    config.embeddingCheckApiKeyEnv,
  ].flatMap((name) => name ?? []);
  const inline = models.flatMap((model) => secretsOfModel(model, environment));
  const ofCheck = hiddenInAddress(config.embeddingCheckBaseUrl);
  const values = [
    ...inline,
    ...ofCheck,
    ...named.map((name) => environment[name]),
    ...usualKeys(environment),
    // an interface of the program's own takes what it likes
    ...namedSecrets(environment),
  ];
  return [...new Set(values.filter(present))];
}

/** The keys that stand in a model's settings themselves, and what its MCP servers take from the environment. */
function secretsOfModel(model: ResolvedModel, environment: Environment): readonly string[] {
  const { endpointApiKey, anthropicApiKey, endpointBaseUrl, anthropicBaseUrl, extraKwargs } = model;
  const servers = namedServers(model).flatMap(({ name, text }) => {
    const read = parseMcpServer(name, text, environment);
    return read.ok ? hiddenTexts(read.server) : [];
  });
  const addresses = [endpointBaseUrl, anthropicBaseUrl].flatMap(hiddenInAddress);
  const settings = secretsOfJson(extraKwargs, "").map(({ value }) => value);
  return [endpointApiKey, anthropicApiKey, ...servers, ...addresses, ...settings].filter(present);
}

/** Also its credentials as they are sent, which a server may repeat. */
function hiddenInAddress(address: string | null | undefined): readonly string[] {
  if (!address) return [];
  const credentials = URL.canParse(address) ? basicCredentials(new URL(address)) : undefined;
  return [
    ...secretsOfAddress(address).map(({ value }) => value),
    ...(credentials === undefined ? [] : [credentials]),
  ];
}
