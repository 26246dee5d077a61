import { maskSecrets } from "../../base/index.ts";
import { namedVariables, parseMcpServer } from "../../mcp/index.ts";
import { findVendor } from "../../models/vendors/index.ts";
import { embedderReference } from "../model/embedder-reference.ts";
import { namedServers } from "../model/named-servers.ts";
import { inferredModelName, present } from "../model/resolved-model.ts";
import { isUnsandboxed, resolveRuntime } from "../model/runtime.ts";
import { secretsInServer } from "../presets/server-secrets.ts";
import { fileName } from "../problems.ts";
import { parseSearchTool } from "../search-tools/search-tool-spec.ts";
import { type SearchNeeds, usedSearchTools } from "../search-tools/used-search-tools.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import type { VerificationConfig } from "../settings/settings.generated.ts";
import { hostOf, type KeyRoute, keyRouteOf } from "./key-routes.ts";

/**
 * What a configuration does beyond asking models: programs it starts, modules it imports, keys it sends elsewhere than
 * to their vendor, sandboxes it leaves; a phrase each, such as `starts "npx server" (MCP server "files" of model "m")`.
 *
 * @param searches what a planned run looks up; a search tool that it does not use is neither started nor imported
 */
export async function listSideEffects(
  config: VerificationConfig,
  searches: SearchNeeds = { template: true, rubric: true },
): Promise<readonly string[]> {
  const models = [...(config.answeringModels ?? []), ...(config.parsingModels ?? [])];
  const ofModels = await Promise.all(models.map(listEffectsOfModel));
  return [
    ...new Set([
      ...usedSearchTools(searches).flatMap((setting) =>
        listEffectsOfSearch(config[setting], fileName(setting)),
      ),
      ...ofModels.flat(),
      ...listEffectsOfEmbedder(config),
      ...(config.workspaceCopy === false && models.some(isAgent)
        ? ["lets agents change the questions' own folders (workspace_copy is false)"]
        : []),
    ]),
  ];
}

async function listEffectsOfModel(model: ModelConfig): Promise<readonly string[]> {
  const owner = `model ${JSON.stringify(model.id ?? inferredModelName(model) ?? "")}`;
  const servers = namedServers(model).flatMap(({ text, name, what }) =>
    listEffectsOfServer(text, name, `${what} of ${owner}`),
  );
  return [...servers, ...sentKeys(await keyRouteOf(model), owner), ...listEffectsOfAgent(model, owner)];
}

const isAgent = (model: ModelConfig) => inferredInterface(model).tier === "deep_agent";

function listEffectsOfServer(text: string, name: string, owner: string): readonly string[] {
  const named = namedVariables(text, "1");
  const read = parseMcpServer(name, text, named);
  if (!read.ok) return [];
  const { server } = read;
  if (server.transport === "stdio") return [starts(text, name, owner)];
  const sent = Object.keys(named);
  return sent.length === 0 ? [] : [`sends ${sent.join(", ")} to ${new URL(server.url).host} (${owner})`];
}

function starts(text: string, name: string, owner: string): string {
  const secrets = secretsInServer(name, text).map(({ value }) => value);
  const shown = maskSecrets(text.trim(), secrets);
  return `starts the program ${JSON.stringify(shown)} (${owner})`;
}

function listEffectsOfSearch(tool: unknown, setting: string): readonly string[] {
  const read = parseSearchTool(tool);
  if (!read.ok) return [];
  const { spec } = read;
  if (spec.kind === "module") return [`imports the module ${spec.path} (${setting})`];
  return spec.kind === "mcp" ? listEffectsOfServer(spec.server, "search", setting) : [];
}

function sentKeys(route: KeyRoute | undefined, owner: string): readonly string[] {
  if (route === undefined) return [];
  const { key, host } = route;
  return [`sends ${key} to ${host} (${owner})`];
}

function listEffectsOfAgent(model: ModelConfig, owner: string): readonly string[] {
  if (!isAgent(model)) return [];
  const runtime = resolveRuntime(model.agentRuntime ?? {});
  const { image, network } = runtime;
  const isOpen = isUnsandboxed(runtime, inferredInterface(model));
  const { forward: forwarded, further_tools: tools } = model.extraKwargs ?? {};
  return [
    ...(isOpen ? [`runs the commands of ${owner} without a sandbox`] : []),
    ...(network && !isOpen ? [`lets the commands of ${owner} use the network`] : []),
    ...(image === null ? [] : [`runs the commands of ${owner} in the container image ${image}`]),
    ...(Array.isArray(tools) && tools.length > 0
      ? [`gives the program of ${owner} the further tools ${tools.map(String).join(", ")}`]
      : []),
    ...(Array.isArray(forwarded) && forwarded.length > 0
      ? [`hands ${forwarded.map(String).join(", ")} to the program of ${owner}`]
      : []),
  ];
}

function listEffectsOfEmbedder(config: VerificationConfig): readonly string[] {
  const { embeddingCheckBaseUrl: baseUrl, embeddingCheckApiKeyEnv: variable } = config;
  if (config.embeddingCheckEnabled !== true || !present(variable) || present(config.embeddingCheckReplayFile))
    return [];
  const { provider } = embedderReference(config.embeddingCheckModel ?? "", baseUrl ?? null);
  const vendor = findVendor(provider ?? "");
  if (!present(baseUrl) && vendor?.keyVariables.includes(variable)) return [];
  const host = present(baseUrl) ? new URL(baseUrl).host : hostOf(vendor);
  return sentKeys({ key: `the key in ${variable}`, host: host ?? "its vendor" }, "the embedding check");
}
