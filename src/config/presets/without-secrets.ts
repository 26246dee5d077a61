import {
  type FoundSecret,
  isJsonObject,
  type JsonObject,
  KareninaError,
  maskGiven,
  secretsOfAddress,
  secretsOfJson,
  variableFor,
  withoutJsonSecrets,
} from "../../base/index.ts";
import { namedServers } from "../model/named-servers.ts";
import { fileName } from "../problems.ts";
import { parseSearchTool } from "../search-tools/search-tool-spec.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { modelSettings } from "../settings/model-settings.ts";
import { searchToolSettings } from "../settings/search-tool.ts";
import { settingNames } from "../settings/setting.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { secretsInServer } from "./server-secrets.ts";

const addresses = settingNames(modelSettings, ({ holds }) => holds === "address");
const keys: readonly string[] = settingNames(modelSettings, ({ holds }) => holds === "secret");

/** A secret in a setting, and what to do about it. */
interface EmbeddedSecret {
  /** The setting, in the names of files. */
  readonly place: string;
  readonly secret: FoundSecret;
  /** Whose it is. */
  readonly owner: string;
  /** Variables are filled in there. */
  readonly takesVariables: boolean;
}

/** Everything in a configuration that is a secret but has no setting of its own that is left out of files. */
function embeddedSecrets(config: VerificationConfig): readonly EmbeddedSecret[] {
  const models = [...(config.answeringModels ?? []), ...(config.parsingModels ?? [])];
  return [
    ...searchToolSettings.flatMap((setting) =>
      secretsInSearch(config[setting]).map((secret) => ({
        place: fileName(setting),
        secret,
        owner: "search",
        takesVariables: true,
      })),
    ),
    ...models.flatMap(secretsOfModel),
    ...ofAddress(config.embeddingCheckBaseUrl, "embedding_check_base_url", "embedding_check"),
  ];
}

/** The secrets that stand in the setting of a search tool themselves, and not as the names of their variables. */
function secretsInSearch(tool: unknown): readonly FoundSecret[] {
  const read = parseSearchTool(tool);
  return read.ok && read.spec.kind === "mcp" ? secretsInServer("search", read.spec.server) : [];
}

function secretsOfModel(model: ModelConfig): readonly EmbeddedSecret[] {
  const owner = model.id ?? model.modelName ?? "model";
  const servers = namedServers(model).flatMap(({ place, name, text }) =>
    secretsInServer(name, text).map((secret) => ({
      place,
      secret,
      owner: name,
      takesVariables: true,
    })),
  );
  const extra = secretsOfJson(model.extraKwargs, "extra_kwargs").map((secret) => ({
    place: secret.name,
    secret,
    owner,
    takesVariables: false,
  }));
  return [
    ...servers,
    ...extra,
    ...addresses.flatMap((setting) => ofAddress(model[setting], fileName(setting), owner)),
  ];
}

function ofAddress(address: unknown, place: string, owner: string): readonly EmbeddedSecret[] {
  return secretsOfAddress(typeof address === "string" ? address : "").map((secret) => ({
    place,
    secret,
    owner,
    takesVariables: false,
  }));
}

/**
 * Refuses keys where the name of a variable can stand: in MCP servers and search tools.
 *
 * @throws KareninaError `configuration` that names the place and a variable.
 */
export function refuseLiteralKeys(config: VerificationConfig): void {
  refuse(embeddedSecrets(config).filter(({ takesVariables }) => takesVariables));
}

/**
 * Refuses settings that would be worth nothing without the secret in them. Keys that have a setting of their own are
 * no matter: they are left out.
 *
 * @throws KareninaError `configuration` that names the place and a variable.
 */
export function refuseEmbeddedSecrets(config: VerificationConfig): void {
  refuse(embeddedSecrets(config));
}

function refuse([found]: readonly EmbeddedSecret[]): void {
  if (found === undefined) return;
  const { place, secret, owner, takesVariables } = found;
  const [named] = /\$\{?[A-Za-z_]\w*\}?/.exec(secret.value) ?? [];
  if (takesVariables && named !== undefined)
    throw new KareninaError(
      "configuration",
      `${place}: ${named} stands in single quotation marks, where it is no variable and would be sent as it is written.`,
      { hint: 'Put double quotation marks around it, as in -H "Authorization: Bearer $KEY".' },
    );
  const what = place === secret.name ? "" : ` (${secret.name})`;
  const variable = variableFor(secret, owner);
  throw new KareninaError("configuration", `${place} holds what looks like a secret${what}.`, {
    hint: `Put the key into an environment variable such as ${variable} and ${takesVariables ? `write $${variable} in its place` : "name it as api_key_env"}.`,
  });
}

/**
 * The configuration without anything that is a key or looks like one, for files. What is missing is read from the
 * environment variables named in its place.
 */
export function withoutSecrets(config: VerificationConfig): VerificationConfig {
  const { embeddingCheckBaseUrl: address, answeringModels, parsingModels } = config;
  const tools = searchToolSettings.filter((setting) => secretsInSearch(config[setting]).length > 0);
  return {
    ...config,
    ...(typeof address === "string" && { embeddingCheckBaseUrl: withoutCredentials(address) }),
    ...Object.fromEntries(tools.map((setting) => [setting, "a search tool with a key in it"])),
    ...(answeringModels && { answeringModels: answeringModels.map(modelWithoutSecrets) }),
    ...(parsingModels && { parsingModels: parsingModels.map(modelWithoutSecrets) }),
  };
}

function modelWithoutSecrets(model: ModelConfig): ModelConfig {
  const servers = Object.entries(model.mcpUrlsDict ?? {}).map(([name, text]) =>
    secretsInServer(name, text).length > 0 ? [name, "an MCP server with a key in it"] : [name, text],
  );
  const open = addresses.flatMap((setting) => {
    const address = model[setting];
    return typeof address === "string" ? [[setting, withoutCredentials(address)]] : [];
  });
  const clean: ModelConfig = {
    ...model,
    ...(servers.length > 0 && { mcpUrlsDict: Object.fromEntries(servers) }),
    ...withoutKeys("command", model.command),
    ...withoutKeys("http", model.http),
    ...Object.fromEntries(open),
    // of an object, secret members are left out: the rest is an object
    ...(isJsonObject(model.extraKwargs) && {
      extraKwargs: withoutJsonSecrets(model.extraKwargs) as JsonObject,
    }),
  };
  return Object.fromEntries(Object.entries(clean).filter(([setting]) => !keys.includes(setting)));
}

/** A command line or address with a key in it is worth nothing without it. */
function withoutKeys(name: "command" | "http", text: string | null | undefined): Partial<ModelConfig> {
  if (!text || secretsInServer(name, text).length === 0) return {};
  return { [name]: "an application with a key in it" };
}

function withoutCredentials(address: string): string {
  const secrets = secretsOfAddress(address).map(({ value }) => value);
  if (secrets.length === 0 || !URL.canParse(address)) return address;
  const url = new URL(address);
  url.username = "";
  url.password = "";
  for (const [name, value] of [...url.searchParams])
    if (secrets.includes(value)) url.searchParams.delete(name);
  return maskGiven(url.href, secrets, 4);
}
