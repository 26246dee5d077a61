import { type McpServer, parseMcpServer } from "../../adapters/mcp/index.ts";
import type { Environment } from "../environment/environment.ts";
import { present, type ResolvedModel } from "../model/resolved-model.ts";
import { argumentValues } from "../presets/argument-values.ts";
import { isSecretParameter } from "../presets/secret-names.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";

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
  const named = [...models.map((model) => model.apiKeyEnv), config.embeddingCheckApiKeyEnv].flatMap(
    (name) => name ?? [],
  );
  const usual = Object.keys(environment).filter((name) => /_(API_KEY|AUTH_TOKEN|OAUTH_TOKEN)$/.test(name));
  const inline = models.flatMap((model) => [model.endpointApiKey, model.anthropicApiKey]);
  const ofServers = models.flatMap((model) => serverSecrets(model, environment));
  const values = [...inline, ...ofServers, ...[...named, ...usual].map((name) => environment[name])];
  return [...new Set(values.filter(present))];
}

/** What of a model's MCP servers came from the environment, or is secret by its name. */
function serverSecrets({ mcpUrlsDict }: ResolvedModel, environment: Environment): readonly string[] {
  return Object.entries(mcpUrlsDict ?? {}).flatMap(([name, value]) => {
    const read = parseMcpServer(name, value, environment);
    if (!read.ok) return [];
    return secretsOfServer(read.server);
  });
}

/** What must not show of an MCP server: what came from the environment, and values that are secret by their name. */
export function secretsOfServer(server: McpServer): readonly string[] {
  const settings =
    server.transport === "stdio"
      ? [...Object.entries(server.env ?? {}), ...argumentValues(server.args)]
      : [...new URL(server.url).searchParams, ...passwords(new URL(server.url))];
  const own = settings.flatMap(([key, text]) => (isSecretParameter(key) ? [text] : []));
  return [...(server.secrets ?? []), ...own];
}

/** As it stands in the address, and as it is meant. */
function passwords({ password }: URL): readonly (readonly [string, string])[] {
  return [["password", password] as const, ["password", decoded(password)] as const];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
