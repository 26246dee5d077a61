import { aiSdk } from "./ai-sdk/interface.ts";
import { claudeAgentSdk } from "./claude-agent-sdk/interface.ts";
import { claudeTool } from "./claude-tool/interface.ts";
import { langChainDeepAgents } from "./deep-agents/interface.ts";
import type { ModelInterface, ReachSetting, Taken } from "./definition/index.ts";
import { langChain } from "./langchain/interface.ts";
import { llamaCpp } from "./llama-cpp/interface.ts";
import { manual } from "./manual/interface.ts";
import { openAiEndpoint } from "./openai-endpoint/interface.ts";
import { openRouter } from "./openrouter/interface.ts";
import { replay } from "./recording/interface.ts";
import type { VendorFacts } from "./vendors/index.ts";
import { workspaceAgent } from "./workspace-agent/interface.ts";

/** Every way to reach models. A new one is its folder and its line here. */
const interfaces = [
  aiSdk,
  openAiEndpoint,
  openRouter,
  manual,
  replay,
  langChain,
  claudeTool,
  llamaCpp,
  workspaceAgent,
  claudeAgentSdk,
  langChainDeepAgents,
] as const satisfies readonly ModelInterface[];

/** A way to reach a model. */
export type InterfaceName = (typeof interfaces)[number]["name"];

/** All names. */
export const interfaceNames: readonly InterfaceName[] = interfaces.map(({ name }) => name);

/** What a model has that names no interface and tells none. */
export const defaultInterface: InterfaceName = aiSdk.name;

const byName: ReadonlyMap<string, ModelInterface & { readonly name: InterfaceName }> = new Map(
  interfaces.map((one) => [one.name, one]),
);

/** What an interface is; undefined for a name that is none, such as one in somebody else's results. */
export function findInterface(name: string): (ModelInterface & { readonly name: InterfaceName }) | undefined {
  return byName.get(name);
}

/** What an interface is. */
export function modelInterface(name: string): ModelInterface & { readonly name: InterfaceName } {
  const found = findInterface(name);
  if (found === undefined) throw new RangeError(`There is no interface "${name}".`);
  return found;
}

/** The interfaces whose models are agents of their own. */
export const deepAgentInterfaces: readonly InterfaceName[] = interfaces
  .filter(({ tier }) => tier === "deep_agent")
  .map(({ name }) => name);

/** Settings of a model that mean something to some interfaces only. */
export const reachSettings: readonly ReachSetting[] = [
  ...(["modelProvider", "endpointBaseUrl", "endpointApiKey", "anthropicBaseUrl", "anthropicApiKey"] as const),
  ...(["manualTracesPath", "modelPath", "maxContextTokens", "replayFile"] as const),
];

/** Whether a setting means something to some interfaces only. */
export function isReachSetting(setting: string): setting is ReachSetting {
  return reachSettings.some((one) => one === setting);
}

/** Settings that tell how a model is reached, what is prepared before what has to be asked. */
const telling = ["manualTracesPath", "replayFile", "modelPath", "endpointBaseUrl"] as const;

/** What of a model tells how it is reached. */
type Reached = { readonly [Setting in ReachSetting]?: unknown };

/** The interface that a setting tells by itself; undefined for one that tells none. */
export function interfaceTold(by: Reached): InterfaceName | undefined {
  const given = telling.find((setting) => isGiven(by[setting]));
  return given === undefined ? undefined : tellerOf(given);
}

function tellerOf(setting: ReachSetting): InterfaceName | undefined {
  return interfaces.find((one) => takenBy(one, setting)?.tells === true)?.name;
}

/** How an interface takes a setting; undefined where it has no meaning to it. */
export function takenBy({ takes }: ModelInterface, setting: ReachSetting): Taken | undefined {
  return takes[setting];
}

/** Whether an interface is an agent around models that another one reaches. */
export function isAround(name: string, other: string): boolean {
  return modelInterface(name).around?.includes(other) === true;
}

/** The interface that answers the calls of a model: an agent's model is reached like any other. */
export function callsBy(name: string, model: Reached): InterfaceName {
  const { around = [] } = modelInterface(name);
  const told = interfaceTold(model);
  const isMeant = (one: string) =>
    one === told ||
    (isGiven(model.modelProvider) && modelInterface(one).vendor?.name === model.modelProvider);
  const found = around.find(isMeant) ?? around.at(-1);
  return modelInterface(found ?? name).name;
}

/** Who serves the calls of a model; undefined for servers of one's own, for files and for unknown providers. */
export async function vendorOfCalls(name: string, model: Reached): Promise<VendorFacts | undefined> {
  const { vendor, vendorOf } = modelInterface(callsBy(name, model));
  return vendor ?? vendorOf?.(isGiven(model.modelProvider) ? String(model.modelProvider) : "");
}

/** Which interfaces give a setting a meaning, themselves or by the models that they are around. */
export function takersOf(setting: ReachSetting): readonly Taker[] {
  return interfaces.flatMap((one: ModelInterface) => {
    const ways = [one, ...(one.around ?? []).map(modelInterface)].flatMap(
      (way) => takenBy(way, setting) ?? [],
    );
    const meant = ways.filter(({ ignored }) => ignored !== true);
    const [first] = meant;
    if (first === undefined) return [];
    const isFree = meant.some(({ provider }) => provider === undefined);
    return [{ name: modelInterface(one.name).name, provider: isFree ? undefined : first.provider }];
  });
}

interface Taker {
  readonly name: InterfaceName;
  /** With which provider only. */
  readonly provider: Taken["provider"];
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && value !== "";
}
