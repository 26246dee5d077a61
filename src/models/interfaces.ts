import { aiSdk } from "./ai-sdk/interface.ts";
import { claudeAgentSdk } from "./claude-agent-sdk/interface.ts";
import { claudeTool } from "./claude-tool/interface.ts";
import { fileSettings, type ModelInterface, type ReachSetting, type SettingUse } from "./definition/index.ts";
import { isGivenModel, valueInterface, valueName } from "./given-model/interface.ts";
import { httpApplication } from "./http-application/interface.ts";
import { langChain } from "./langchain/interface.ts";
import { langChainDeepAgents } from "./langchain-deep-agents/interface.ts";
import { llamaCpp } from "./llama-cpp/interface.ts";
import { manual } from "./manual/interface.ts";
import { openAiEndpoint } from "./openai-endpoint/interface.ts";
import { openRouter } from "./openrouter/interface.ts";
import { program } from "./program/interface.ts";
import { replay } from "./recording/interface.ts";
import type { VendorFacts } from "./vendors/index.ts";
import { workspaceAgent } from "./workspace-agent/interface.ts";

/** Every way to reach models that comes with karenina. A new one is its folder and its line here. */
const interfaces = [
  aiSdk,
  openAiEndpoint,
  openRouter,
  manual,
  program,
  httpApplication,
  replay,
  langChain,
  claudeTool,
  llamaCpp,
  workspaceAgent,
  claudeAgentSdk,
  langChainDeepAgents,
] as const satisfies readonly ModelInterface[];

/** The same, for whoever adds some of their own. */
export const builtInInterfaces: readonly ModelInterface[] = frozen(interfaces);

/** Whoever is handed them cannot change them for the rest of the program. */
function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  for (const member of Object.values(value)) frozen(member);
  return Object.freeze(value);
}

/** A way to reach a model that comes with karenina. */
export type InterfaceName = (typeof interfaces)[number]["name"];

/** Their names. */
export const interfaceNames: readonly InterfaceName[] = interfaces.map(({ name }) => name);

/** What a model has that names no interface and tells none. */
export const defaultInterface: ModelInterface & { readonly name: InterfaceName } = aiSdk;

const byName: ReadonlyMap<string, ModelInterface> = new Map(interfaces.map((one) => [one.name, one]));

/** The interface of a name; undefined for a name that is none of karenina's, such as one in somebody else's results. */
export function findInterface(name: string): ModelInterface | undefined {
  return byName.get(name);
}

/**
 * What an interface is, given its name or itself.
 *
 * @throws RangeError for a name that is none of karenina's: check names where they come from a file or a flag.
 */
export function modelInterface(choice: string | ModelInterface): ModelInterface {
  if (typeof choice !== "string") return choice;
  const found = findInterface(choice);
  if (found === undefined) throw new RangeError(`There is no interface "${choice}".`);
  return found;
}

/** Names of the interfaces whose models are agents of their own. */
export const deepAgentInterfaces: readonly InterfaceName[] = interfaces
  .filter(({ tier }) => tier === "deep_agent")
  .map(({ name }) => name);

/** Settings that imply the interface of a model that names none, what is prepared before what has to be asked. */
const settingsThatImplyInterface = [...fileSettings, "command", "http", "endpointBaseUrl"] as const;

/** What of a model tells how it is reached. */
type Reached = { readonly [Setting in ReachSetting]?: unknown };

/** The interface that a setting implies by itself; undefined where none does. */
export function findImpliedInterface(by: Reached): ModelInterface | undefined {
  if (isGivenModel(by)) return valueInterface(by);
  const given = settingsThatImplyInterface.find((setting) => isGiven(by[setting]));
  return given === undefined
    ? undefined
    : builtInInterfaces.find((one) => one.takes[given]?.impliesInterface === true);
}

/** Whether an interface is an agent that wraps models of another one. */
export function wrapsInterface({ wraps = [] }: ModelInterface, { name }: ModelInterface): boolean {
  return wraps.includes(name);
}

/** The interface that answers the calls of a model: an agent's model is reached like any other. */
export function findInnerInterface(reachedBy: ModelInterface, model: Reached): ModelInterface {
  const { wraps = [] } = reachedBy;
  const told = findImpliedInterface(model);
  if (told !== undefined && wrapsInterface(reachedBy, told)) return told;
  const inner = wraps.filter((name) => name !== valueName).map(modelInterface);
  const isMeant = ({ vendor }: ModelInterface) => vendor !== undefined && vendor.name === model.modelProvider;
  return inner.find(isMeant) ?? inner.at(-1) ?? reachedBy;
}

/** Who serves the calls of an interface with this provider; undefined for servers of one's own, for files and for unknown providers. */
export async function vendorOfCalls(
  { vendor, vendorOf }: ModelInterface,
  provider: string | null | undefined,
): Promise<VendorFacts | undefined> {
  return vendor ?? vendorOf?.(provider ?? "");
}

/** How an interface uses a setting, itself or for the models that it wraps; empty: not at all. */
export function listSettingUses(setting: ReachSetting, reachedBy: ModelInterface): readonly SettingUse[] {
  const inner = (reachedBy.wraps ?? []).flatMap((name) => findInterface(name) ?? []);
  return [reachedBy, ...inner]
    .flatMap(({ takes }) => takes[setting] ?? [])
    .filter(({ ignored }) => ignored !== true);
}

/** The interfaces that use a setting. */
export function listInterfacesTaking(setting: ReachSetting): readonly Taker[] {
  return builtInInterfaces.flatMap((one) => {
    const meant = listSettingUses(setting, one);
    const [first] = meant;
    if (first === undefined) return [];
    const isFree = meant.some(({ provider }) => provider === undefined);
    return [{ name: one.name, provider: isFree ? undefined : first.provider }];
  });
}

interface Taker {
  readonly name: string;
  /** With which provider only. */
  readonly provider: SettingUse["provider"];
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
