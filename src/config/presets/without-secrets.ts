import { isJsonObject, type JsonObject, type JsonValue, KareninaError } from "../../base/index.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { fileName } from "../problems.ts";
import type { VerificationConfig } from "../verification/verification-config.ts";
import { searchToolsWithSecrets } from "./search-secrets.ts";
import { isSecretName, isSecretParameter } from "./secret-names.ts";
import { serversWithSecrets } from "./server-secrets.ts";

const addresses = ["endpointBaseUrl", "anthropicBaseUrl"] as const;

/**
 * The configuration without anything that is a key or named like one, for files. What is missing is read from the
 * environment variables named in its place.
 */
export function withoutSecrets(config: VerificationConfig): VerificationConfig {
  return {
    ...config,
    ...(typeof config.embeddingCheckBaseUrl === "string" && {
      embeddingCheckBaseUrl: withoutCredentials(config.embeddingCheckBaseUrl),
    }),
    ...Object.fromEntries(
      searchToolsWithSecrets(config).map((name) => [name, "a search tool with a key in it"]),
    ),
    ...(config.answeringModels && { answeringModels: config.answeringModels.map(modelWithoutSecrets) }),
    ...(config.parsingModels && { parsingModels: config.parsingModels.map(modelWithoutSecrets) }),
  };
}

/**
 * Refuses settings that would be worth nothing without the secret in them. Keys that have a setting of their own are
 * no matter: they are left out.
 *
 * @throws KareninaError `configuration` that names the place.
 */
export function refuseEmbeddedSecrets(config: VerificationConfig): void {
  const [tool] = searchToolsWithSecrets(config);
  if (tool !== undefined) throw secretError(fileName(tool), "write $NAME in its place");
  const models = [...(config.answeringModels ?? []), ...(config.parsingModels ?? [])];
  const [server] = models.flatMap(serversWithSecrets);
  if (server !== undefined) throw secretError(`mcp_urls_dict.${server}`, "write $NAME in its place");
  const places = [
    credentialAddress(config, ["embeddingCheckBaseUrl"]),
    ...models.map(
      (model) => secretPlace(model.extraKwargs, "extra_kwargs") ?? credentialAddress(model, addresses),
    ),
  ];
  for (const place of places) {
    if (place === undefined) continue;
    throw secretError(place, "name it as api_key_env");
  }
}

function secretError(place: string, instead: string): KareninaError {
  return new KareninaError("configuration", `${place} holds what looks like a secret; presets keep none.`, {
    hint: `Put the key into an environment variable and ${instead}.`,
  });
}

function modelWithoutSecrets(model: ModelConfig): ModelConfig {
  const { endpointApiKey: _, anthropicApiKey: __, ...rest } = model;
  const clean: ModelConfig = { ...rest };
  const servers = serversWithSecrets(model);
  if (servers.length > 0) {
    const named = servers.map((name) => [name, "an MCP server with a key in it"]);
    clean.mcpUrlsDict = { ...clean.mcpUrlsDict, ...Object.fromEntries(named) };
  }
  for (const setting of addresses) {
    const address = clean[setting];
    if (typeof address === "string") clean[setting] = withoutCredentials(address);
  }
  // an object without some of its members is an object still
  if (isJsonObject(clean.extraKwargs))
    clean.extraKwargs = withoutNamedSecrets(clean.extraKwargs) as JsonObject;
  return clean;
}

function withoutNamedSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutNamedSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !(isSecretName(key) && typeof member === "string"))
      .map(([key, member]) => [key, withoutNamedSecrets(member)]),
  );
}

/** Where a value holds something that is named like a secret. */
function secretPlace(value: unknown, path: string): string | undefined {
  if (Array.isArray(value)) {
    return value
      .map((item, index) => secretPlace(item, `${path}[${index}]`))
      .find((place) => place !== undefined);
  }
  if (!isJsonObject(value)) return undefined;
  return Object.entries(value)
    .map(([key, member]) => {
      const inner = `${path}.${key}`;
      return isSecretName(key) && typeof member === "string" ? inner : secretPlace(member, inner);
    })
    .find((place) => place !== undefined);
}

function credentialAddress<T extends object>(
  holder: T,
  settings: readonly (keyof T & string)[],
): string | undefined {
  const found = settings.find((setting) => {
    const address = holder[setting];
    return typeof address === "string" && withoutCredentials(address) !== address;
  });
  return found === undefined ? undefined : fileName(found);
}

function withoutCredentials(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  const secrets = [...url.searchParams.keys()].filter(isSecretParameter);
  if (url.username === "" && url.password === "" && secrets.length === 0) return address;
  url.username = "";
  url.password = "";
  for (const name of secrets) url.searchParams.delete(name);
  return url.href;
}
