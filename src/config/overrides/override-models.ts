import { definedOnly } from "../../base/index.ts";
import {
  defaultInterface,
  type InterfaceName,
  interfaceTold,
  isAround,
  isReachSetting,
  modelInterface,
  takersOf,
} from "../../models/index.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { inferredInterface, type ModelRole } from "../model/resolved-model.ts";
import type { ModelOverrides } from "./overrides.ts";

/** The overrides of one side, with those of both sides where it has none of its own. */
interface SideOverrides {
  readonly model?: string | undefined;
  readonly provider?: string | undefined;
  readonly id?: string | undefined;
  readonly interface?: InterfaceName | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
  readonly temperature?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly manualTraces?: string | undefined;
  readonly replay?: string | undefined;
  readonly mcpServers?: Readonly<Record<string, string>> | undefined;
  readonly mcpToolFilter?: readonly string[] | undefined;
}

function sideOf(overrides: ModelOverrides, role: ModelRole): SideOverrides {
  const { temperature, maxTokens, replay } = overrides;
  const both = { temperature, maxTokens, replay };
  if (role === "answering") {
    const isPrepared = overrides.manualTraces !== undefined;
    return {
      ...both,
      model: overrides.answeringModel,
      provider: overrides.answeringProvider,
      id: overrides.answeringId,
      interface: overrides.answeringInterface ?? overrides.interface,
      // prepared answers have no server: what is given for both sides is for the judge
      baseUrl: overrides.answeringBaseUrl ?? (isPrepared ? undefined : overrides.baseUrl),
      apiKeyEnv: overrides.answeringApiKeyEnv ?? (isPrepared ? undefined : overrides.apiKeyEnv),
      manualTraces: overrides.manualTraces,
      mcpServers: overrides.mcpServers,
      mcpToolFilter: overrides.mcpToolFilter,
    };
  }
  const shared = overrides.interface;
  return {
    ...both,
    model: overrides.parsingModel,
    provider: overrides.parsingProvider,
    id: overrides.parsingId,
    interface:
      overrides.parsingInterface ??
      (shared !== undefined && modelInterface(shared).answeringOnly ? undefined : shared),
    baseUrl: overrides.parsingBaseUrl ?? overrides.baseUrl,
    apiKeyEnv: overrides.parsingApiKeyEnv ?? overrides.apiKeyEnv,
  };
}

const mcpSettings = [
  "mcpUrlsDict",
  "mcpToolFilter",
  "mcpToolDescriptionOverrides",
  "mcpHttpTimeout",
  "mcpSseReadTimeout",
] as const satisfies readonly (keyof ModelConfig)[];
/** Settings that mean something to some interfaces only; a change of interface leaves them behind. */
function isKept(setting: string, name: InterfaceName): boolean {
  // a key must not travel to another server
  if (setting === "apiKeyEnv") return false;
  const facts = modelInterface(name);
  if (setting === "agentRuntime") return facts.tier === "deep_agent";
  if (mcpSettings.some((one) => one === setting)) return facts.withoutTools !== true;
  const takers = isReachSetting(setting) ? takersOf(setting) : undefined;
  return takers === undefined || takers.some((taker) => taker.name === name);
}

function movedTo(model: ModelConfig, name: InterfaceName): ModelConfig {
  if (inferredInterface(model) === name) return model;
  const kept = Object.entries(model).filter(([setting]) => isKept(setting, name));
  return { ...Object.fromEntries(kept), interface: name };
}

function interfaceAfter(model: ModelConfig, side: SideOverrides): InterfaceName {
  const before = inferredInterface(model);
  const wanted = side.interface ?? before;
  const { replay: replayFile, manualTraces: manualTracesPath, baseUrl: endpointBaseUrl } = side;
  const told = interfaceTold({ replayFile, manualTracesPath });
  // the model of an agent can be a recording, or on a server
  if (told !== undefined) return isAround(wanted, told) ? wanted : told;
  if (side.interface !== undefined) return side.interface;
  const server = interfaceTold({ endpointBaseUrl });
  if (server !== undefined) return isAround(before, server) ? before : server;
  return side.provider === undefined || takersOf("modelProvider").some(({ name }) => name === before)
    ? before
    : defaultInterface;
}

/** The model without what belonged to another vendor or server, its key above all, and without another model's prices. */
function withoutForeign(moved: ModelConfig, model: ModelConfig, side: SideOverrides): ModelConfig {
  const sameProvider = side.provider === undefined || side.provider === model.modelProvider;
  const sameServer = side.baseUrl === undefined || originOf(side.baseUrl) === originOf(model.endpointBaseUrl);
  const sameModel = side.model === undefined || side.model === model.modelName;
  const foreign: readonly (keyof ModelConfig)[] = [
    ...(sameProvider ? [] : (["apiKeyEnv", "anthropicApiKey", "anthropicBaseUrl"] as const)),
    ...(sameServer ? [] : (["apiKeyEnv", "endpointApiKey"] as const)),
    ...(sameProvider && sameModel ? [] : (["prices"] as const)),
    // a workspace agent's model is reached in one way
    ...(side.provider === undefined
      ? []
      : (["endpointBaseUrl", "endpointApiKey", "replayFile", "modelPath"] as const)),
    ...(side.baseUrl === undefined ? [] : (["replayFile", "modelPath"] as const)),
  ];
  const kept = Object.entries(moved).filter(([setting]) => !foreign.some((name) => name === setting));
  return Object.fromEntries(kept);
}

/** Scheme, host and port; undefined for what is no address. */
export function originOf(address: string | null | undefined): string | undefined {
  return typeof address === "string" && URL.canParse(address) ? new URL(address).origin : undefined;
}

function overrideModel(model: ModelConfig, side: SideOverrides): ModelConfig {
  const moved = movedTo(model, interfaceAfter(model, side));
  return {
    ...withoutForeign(moved, model, side),
    ...definedOnly({
      modelName: side.model,
      modelProvider: side.provider,
      id: side.id,
      endpointBaseUrl: side.baseUrl,
      apiKeyEnv: side.apiKeyEnv,
      temperature: side.temperature,
      maxTokens: side.maxTokens,
      manualTracesPath: side.manualTraces,
      replayFile: side.replay,
      mcpUrlsDict: side.mcpServers && { ...side.mcpServers },
      mcpToolFilter: side.mcpToolFilter && [...side.mcpToolFilter],
    }),
  };
}

/**
 * The models of one side after the overrides. A model's name, id, or prepared answers make it one model, based on the
 * first of the list; other values change every model of the side.
 */
export function overrideModels(
  models: readonly ModelConfig[],
  overrides: ModelOverrides,
  role: ModelRole,
): readonly ModelConfig[] {
  const side = sideOf(overrides, role);
  if (Object.values(side).every((value) => value === undefined)) return models;
  const single = side.model !== undefined || side.id !== undefined || side.manualTraces !== undefined;
  if (single) return [overrideModel(models[0] ?? {}, side)];
  const wanted =
    side.provider !== undefined ||
    (side.interface !== undefined && modelInterface(side.interface).answeringOnly === true);
  const targets = models.length === 0 && wanted ? [{}] : models;
  return targets.map((model) => overrideModel(model, side));
}
