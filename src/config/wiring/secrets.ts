import type { Environment } from "../environment/environment.ts";
import { present } from "../model/resolved-model.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";

/** Every key that a run may use, to be hidden where exchanges are written down. */
export function secretsOf(config: ResolvedConfig, environment: Environment): readonly string[] {
  const models = [...config.answeringModels, ...config.parsingModels];
  const named = [...models.map((model) => model.apiKeyEnv), config.embeddingCheckApiKeyEnv].flatMap(
    (name) => name ?? [],
  );
  const usual = Object.keys(environment).filter((name) => /_(API_KEY|AUTH_TOKEN|OAUTH_TOKEN)$/.test(name));
  const inline = models.flatMap((model) => [model.endpointApiKey, model.anthropicApiKey]);
  const values = [...inline, ...[...named, ...usual].map((name) => environment[name])];
  return [...new Set(values.filter(present))];
}
