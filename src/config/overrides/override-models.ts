import { isReachSetting, type ModelInterface } from "../../models/definition/index.ts";
import { valueName } from "../../models/given-model/index.ts";
import {
  defaultInterface,
  findImpliedInterface,
  findInterface,
  listSettingUses,
  modelInterface,
  wrapsInterface,
} from "../../models/index.ts";
import type { ModelRole } from "../model/resolved-model.ts";
import { inferredInterface } from "../settings/inferred-interface.ts";
import type { InterfaceChoice } from "../settings/interface-choice.ts";
import type { ModelConfig } from "../settings/model-config.ts";
import { modelOverrides } from "../settings/override-names.ts";
import { ownModelSettings } from "../settings/own-models.ts";
import type { ConfigOverrides } from "../settings/settings.generated.ts";

/** What the overrides say of the models of one side, by setting; a value for one side wins over that for both. */
function sideOf(overrides: ConfigOverrides, role: ModelRole, models: readonly ModelConfig[]): ModelConfig {
  const isPrepared = role === "answering" && overrides.manualTraces !== undefined;
  const isApplication =
    role === "answering" &&
    ((overrides.command ?? overrides.http) !== undefined ||
      (models.length > 0 && models.every(isOfApplication)));
  const given = Object.entries(modelOverrides).flatMap(([name, setting]) => {
    const of = sideOfName(name, setting);
    const value = overrides[name as keyof ConfigOverrides]; // a key of the table
    if (value === undefined || (of !== "both" && of !== role)) return [];
    // an application has its own way to its models, and the judge is meant
    if (of === "both" && isApplication) return [];
    // prepared answers have no server: what is given for both sides is for the judge
    if (of === "both" && isPrepared && (setting === "endpointBaseUrl" || setting === "apiKeyEnv")) return [];
    if (of === "both" && role === "parsing" && setting === "interface" && answersOnly(overrides.interface))
      return [];
    return [{ setting, value, isOwn: of !== "both" }];
  });
  const entries = given.toSorted((one, other) => Number(one.isOwn) - Number(other.isOwn));
  return Object.fromEntries(entries.map(({ setting, value }) => [setting, value]));
}

const isOfApplication = (model: ModelConfig) => inferredInterface(model).application === true;

const answersOnly = (choice: InterfaceChoice | undefined) =>
  choice !== undefined && modelInterface(choice).answeringOnly === true;

/** Whose models a value is for. */
function sideOfName(name: string, setting: string): ModelRole | "both" {
  if (name.startsWith("answering") || answeringSettings.some((one) => one === setting)) return "answering";
  return name.startsWith("parsing") ? "parsing" : "both";
}

const answeringSettings = [
  "manualTracesPath",
  "command",
  "commandProcesses",
  "http",
  "httpMethod",
  "httpBody",
  "httpAnswer",
  "httpContexts",
  "httpUsage",
  "httpTrace",
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
function isKept(setting: string, facts: ModelInterface): boolean {
  // a key must not travel to another server
  if (setting === "apiKeyEnv") return false;
  if (setting === "agentRuntime") return facts.tier === "deep_agent";
  if (mcpSettings.some((one) => one === setting)) return facts.withoutTools !== true;
  if (setting in ownModelSettings) return facts.wraps?.includes(valueName) === true;
  return !isReachSetting(setting) || listSettingUses(setting, facts).length > 0;
}

function movedTo(model: ModelConfig, choice: ModelInterface): ModelConfig {
  if (inferredInterface(model) === choice) return model;
  const kept = Object.entries(model).filter(([setting]) => isKept(setting, choice));
  return {
    ...Object.fromEntries(kept),
    interface: findInterface(choice.name) === undefined ? choice : choice.name,
  };
}

function interfaceAfter(model: ModelConfig, side: ModelConfig): ModelInterface {
  const before = inferredInterface(model);
  const wanted = side.interface === undefined ? undefined : modelInterface(side.interface);
  const { replayFile, manualTracesPath, command, http, endpointBaseUrl } = side;
  const told = findImpliedInterface({ replayFile, manualTracesPath, command, http });
  // the model of an agent can be a recording, or on a server
  if (told !== undefined) return wrapsInterface(wanted ?? before, told) ? (wanted ?? before) : told;
  if (wanted !== undefined) return wanted;
  const server = findImpliedInterface({ endpointBaseUrl });
  if (server !== undefined) return wrapsInterface(before, server) ? before : server;
  return side.modelProvider === undefined || listSettingUses("modelProvider", before).length > 0
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
  const side = sideOf(overrides, role, models);
  if (Object.keys(side).length === 0) return models;
  // nothing of a model is said of an application that takes its place
  if ((side.command ?? side.http) !== undefined)
    return [overrideModel(models.find(isOfApplication) ?? {}, side)];
  const single = side.modelName !== undefined || side.id !== undefined || side.manualTracesPath !== undefined;
  if (single) return [overrideModel(models[0] ?? {}, side)];
  const wanted =
    side.modelProvider !== undefined ||
    (side.interface !== undefined && modelInterface(side.interface).answeringOnly === true);
  const targets = models.length === 0 && wanted ? [{}] : models;
  return targets.map((model) => overrideModel(model, side));
}
