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
import { modelOverrides } from "../settings/override-names.ts";
import type { ConfigOverrides } from "../settings/settings.generated.ts";

/** What the overrides say of the models of one side, by setting; a value for one side wins over that for both. */
function sideOf(overrides: ConfigOverrides, role: ModelRole): ModelConfig {
  const isPrepared = role === "answering" && overrides.manualTraces !== undefined;
  const given = Object.entries(modelOverrides).flatMap(([name, setting]) => {
    const of = sideOfName(name, setting);
    const value = overrides[name as keyof ConfigOverrides]; // a key of the table
    if (value === undefined || (of !== "both" && of !== role)) return [];
    // prepared answers have no server: what is given for both sides is for the judge
    if (of === "both" && isPrepared && (setting === "endpointBaseUrl" || setting === "apiKeyEnv")) return [];
    if (of === "both" && role === "parsing" && setting === "interface" && answersOnly(value)) return [];
    return [{ setting, value, isOwn: of !== "both" }];
  });
  const entries = given.toSorted((one, other) => Number(one.isOwn) - Number(other.isOwn));
  return Object.fromEntries(entries.map(({ setting, value }) => [setting, value]));
}

const answersOnly = (name: unknown) => modelInterface(String(name)).answeringOnly === true;

/** Whose models a value is for. */
function sideOfName(name: string, setting: string): ModelRole | "both" {
  if (name.startsWith("answering") || answeringSettings.some((one) => one === setting)) return "answering";
  return name.startsWith("parsing") ? "parsing" : "both";
}

const answeringSettings = [
  "manualTracesPath",
  "mcpUrlsDict",
  "mcpToolFilter",
] as const satisfies readonly (keyof ModelConfig)[];

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

function interfaceAfter(model: ModelConfig, side: ModelConfig): InterfaceName {
  const before = inferredInterface(model);
  const wanted = side.interface ?? before;
  const { replayFile, manualTracesPath, endpointBaseUrl } = side;
  const told = interfaceTold({ replayFile, manualTracesPath });
  // the model of an agent can be a recording, or on a server
  if (told !== undefined) return isAround(wanted, told) ? wanted : told;
  if (side.interface !== undefined) return side.interface;
  const server = interfaceTold({ endpointBaseUrl });
  if (server !== undefined) return isAround(before, server) ? before : server;
  return side.modelProvider === undefined || takersOf("modelProvider").some(({ name }) => name === before)
    ? before
    : defaultInterface;
}

/** The model without what belonged to another vendor or server, its key above all, and without another model's prices. */
function withoutForeign(moved: ModelConfig, model: ModelConfig, side: ModelConfig): ModelConfig {
  const sameProvider = side.modelProvider === undefined || side.modelProvider === model.modelProvider;
  const sameServer =
    side.endpointBaseUrl === undefined || originOf(side.endpointBaseUrl) === originOf(model.endpointBaseUrl);
  const sameModel = side.modelName === undefined || side.modelName === model.modelName;
  const foreign: readonly (keyof ModelConfig)[] = [
    ...(sameProvider ? [] : (["apiKeyEnv", "anthropicApiKey", "anthropicBaseUrl"] as const)),
    ...(sameServer ? [] : (["apiKeyEnv", "endpointApiKey"] as const)),
    ...(sameProvider && sameModel ? [] : (["prices"] as const)),
    // a workspace agent's model is reached in one way
    ...(side.modelProvider === undefined
      ? []
      : (["endpointBaseUrl", "endpointApiKey", "replayFile", "modelPath"] as const)),
    ...(side.endpointBaseUrl === undefined ? [] : (["replayFile", "modelPath"] as const)),
  ];
  const kept = Object.entries(moved).filter(([setting]) => !foreign.some((name) => name === setting));
  return Object.fromEntries(kept);
}

/** Scheme, host and port; undefined for what is no address. */
export function originOf(address: string | null | undefined): string | undefined {
  return typeof address === "string" && URL.canParse(address) ? new URL(address).origin : undefined;
}

function overrideModel(model: ModelConfig, side: ModelConfig): ModelConfig {
  const { interface: _, ...values } = side;
  return { ...withoutForeign(movedTo(model, interfaceAfter(model, side)), model, side), ...values };
}

/**
 * The models of one side after the overrides. A model's name, id, or prepared answers make it one model, based on the
 * first of the list; other values change every model of the side.
 */
export function overrideModels(
  models: readonly ModelConfig[],
  overrides: ConfigOverrides,
  role: ModelRole,
): readonly ModelConfig[] {
  const side = sideOf(overrides, role);
  if (Object.keys(side).length === 0) return models;
  const single = side.modelName !== undefined || side.id !== undefined || side.manualTracesPath !== undefined;
  if (single) return [overrideModel(models[0] ?? {}, side)];
  const wanted =
    side.modelProvider !== undefined ||
    (side.interface !== undefined && modelInterface(side.interface).answeringOnly === true);
  const targets = models.length === 0 && wanted ? [{}] : models;
  return targets.map((model) => overrideModel(model, side));
}
