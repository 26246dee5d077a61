import {
  deepAgentInterfaces,
  type InterfaceName,
  interfaceFacts,
  interfaceNames,
} from "../model/interfaces.ts";
import type { ModelConfig } from "../model/model-config.ts";
import { inferredInterface, type ModelRole } from "../model/resolved-model.ts";
import { definedOnly } from "../verification/resolve-config.ts";
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
      (shared !== undefined && interfaceFacts(shared).answeringOnly ? undefined : shared),
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
const withTools = interfaceNames.filter((name) => interfaceFacts(name).withoutTools !== true);
const ofAnthropic = interfaceNames.filter(
  (name) => name !== "replay" && interfaceFacts(name).anthropic !== undefined,
);

/** Settings that mean something to some interfaces only; a change of interface leaves them behind. */
const belongsTo: { readonly [setting in keyof ModelConfig]?: readonly InterfaceName[] } = {
  modelProvider: ["ai_sdk", "langchain", "langchain_deep_agents", "workspace_agent"],
  endpointBaseUrl: ["openai_endpoint", "workspace_agent", "langchain", "langchain_deep_agents"],
  endpointApiKey: ["openai_endpoint", "workspace_agent"],
  anthropicBaseUrl: ofAnthropic,
  anthropicApiKey: ofAnthropic,
  agentRuntime: deepAgentInterfaces,
  ...Object.fromEntries(mcpSettings.map((setting) => [setting, withTools])),
  // a key must not travel to another server
  apiKeyEnv: [],
  manualTracesPath: ["manual"],
  modelPath: ["llama_cpp", "workspace_agent"],
  maxContextTokens: ["llama_cpp", "workspace_agent"],
  replayFile: ["replay", "workspace_agent"],
};

function movedTo(model: ModelConfig, name: InterfaceName): ModelConfig {
  if (inferredInterface(model) === name) return model;
  const kept = Object.entries(model).filter(([setting]) => {
    const interfaces = belongsTo[setting as keyof ModelConfig]; // a setting that is not in the table is kept
    return interfaces === undefined || interfaces.includes(name);
  });
  return { ...Object.fromEntries(kept), interface: name };
}

function interfaceAfter(model: ModelConfig, side: SideOverrides): InterfaceName {
  const before = inferredInterface(model);
  // its model can be a recording, or on a server
  const isWorkspaceAgent = (side.interface ?? before) === "workspace_agent";
  if (side.replay !== undefined) return isWorkspaceAgent ? "workspace_agent" : "replay";
  if (side.manualTraces !== undefined) return "manual";
  if (side.interface !== undefined) return side.interface;
  if (side.baseUrl !== undefined) return isWorkspaceAgent ? "workspace_agent" : "openai_endpoint";
  const takesProvider = isWorkspaceAgent || interfaceFacts(before).needsProvider;
  return side.provider !== undefined && !takesProvider ? "ai_sdk" : before;
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
  const wanted = side.provider !== undefined || side.interface === "manual";
  const targets = models.length === 0 && wanted ? [{}] : models;
  return targets.map((model) => overrideModel(model, side));
}
