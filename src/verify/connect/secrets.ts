import {
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
  const ofCheck = secretsOfAddress(config.embeddingCheckBaseUrl ?? "").map(({ value }) => value);
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
  const found = [
    ...secretsOfAddress(endpointBaseUrl ?? ""),
    ...secretsOfAddress(anthropicBaseUrl ?? ""),
    ...secretsOfJson(extraKwargs, ""),
  ];
  return [endpointApiKey, anthropicApiKey, ...servers, ...found.map(({ value }) => value)].filter(present);
}
