import { type Clock, type Environment, maskSecrets } from "../../base/index.ts";
import { type ResolvedConfig, type SearchNeeds, withoutPrompt } from "../../config/index.ts";
import type { ResolvedModel } from "../../models/definition/index.ts";
import type { AnsweringModel, ParsingModel } from "../../pipeline/index.ts";
import type { EmbedderPort, WorkspaceProvider } from "../../ports/index.ts";
import {
  createLimiter,
  createOutages,
  type Outages,
  type ServerUse,
  type SharedPace,
} from "../../run/index.ts";
import type { WorkspacePlan } from "../agents/plan-workspaces.ts";
import type { TraitModels } from "../agents/trait-models.ts";
import type { WalkJudges } from "../scenarios/walk-models.ts";
import type { Spans } from "../telemetry/spans.ts";
import { commandRunners } from "./connect-commands.ts";
import { connectEmbedder } from "./connect-embedder.ts";
import { connectAnsweringModel, connectParsingModel, withoutConnection } from "./connect-models.ts";
import { connectSearches, type RunSearches } from "./connect-searches.ts";
import { toolSources } from "./connect-tools.ts";
import { connectWorkspaces } from "./connect-workspaces.ts";
import { type ModelPaces, modelPaces } from "./model-paces.ts";
import { modelServers, type PreflightSubject } from "./model-servers.ts";
import type { KeptReplies, RunConnectContext } from "./run-connect-context.ts";
import { secretsOf } from "./secrets.ts";
import { type UnaskedModels, unaskedAnswering, unaskedJudge } from "./unasked-models.ts";

/** What connecting depends on. */
interface ConnectOptions {
  readonly environment: Environment;
  readonly clock: Clock;
  readonly random: () => number;
  /** File that every exchange is written to. */
  readonly record?: string | undefined;
  /** Where replies are kept between runs. Default: nowhere. */
  readonly replies?: KeptReplies | undefined;
  /** The task of a call, where what was paid for it is kept. Default: nothing is. */
  readonly paidScopeOf?: KeptReplies["scopeOf"] | undefined;
  /** What is looked up outside the answers. Default: nothing. */
  readonly searches?: SearchNeeds;
  /** Models that investigate single traits. Default: none. */
  readonly traitModels?: TraitModels;
  /** Models under test that judge at nodes of scenarios or speak for simulated users. Default: none. */
  readonly walkJudges?: WalkJudges;
  /** Where agents work. Default: none does. */
  readonly workspaces?: WorkspacePlan | null;
  /** Models that nothing is asked of. Default: none. */
  readonly unasked?: UnaskedModels | undefined;
  /** Puts spans around calls. Default: there are none. */
  readonly spans?: Spans | undefined;
  /** Who else asks with the same keys. Default: nobody. */
  readonly sharedPaces?: ((key: string) => SharedPace) | undefined;
  /** Told what is worth knowing, a sentence at a time. */
  readonly notify?: ((text: string) => void) | undefined;
}

/** Every connection of a run. Disposing closes them all. */
export interface RunConnections extends AsyncDisposable {
  readonly answering: readonly AnsweringModel[];
  readonly parsing: readonly ParsingModel[];
  readonly embedder: EmbedderPort | undefined;
  readonly searches: RunSearches;
  /** Who investigates single traits, by the keys of {@link TraitModels}. */
  readonly traitJudges: ReadonlyMap<string, ParsingModel>;
  /** Who else judges at nodes of scenarios or speaks for simulated users, by the keys of {@link WalkJudges}. */
  readonly walkJudges: ReadonlyMap<string, ParsingModel>;
  readonly workspaces: WorkspaceProvider | null;
  /** Every key that the run may use. */
  readonly secrets: readonly string[];
  /** Which models cannot be reached at present. */
  readonly outages: Outages;
  /** How fast each model was asked so far. */
  readonly paces: ModelPaces["reports"];
  /** What can be asked before the first task. */
  readonly preflight: readonly PreflightSubject[];
}

const noSearches: SearchNeeds = { template: false, rubric: false };
const noTraitModels: TraitModels = new Map();

/**
 * Opens every connection of a run. What would fail each call, such as a missing key or file, fails here, before any
 * work. When one cannot be opened, those already open are closed again.
 */
export async function connectRun(config: ResolvedConfig, options: ConnectOptions): Promise<RunConnections> {
  await using opened = new AsyncDisposableStack();
  const { environment, clock, random, traitModels = noTraitModels, notify = () => undefined } = options;
  // what is opened first is closed last: no command may outlive the folder it works in
  const workspaces = await connectWorkspaces(config, options.workspaces ?? null, { clock, notify });
  if (workspaces !== null) opened.use(workspaces);
  const secrets = secretsOf(config, environment, traitModels.values());
  const hiddenPaths = options.workspaces?.hidden ?? [];
  const outages = createOutages({ clock, patienceMs: config.outagePatienceSeconds * 1000 });
  const servers = modelServers(outages, opened);
  const { answeringModels, parsingModels } = config;
  const others = [...traitModels.values(), ...(options.walkJudges?.values() ?? [])];
  const paces = modelPaces([...answeringModels, ...parsingModels, ...others], clock, {
    shared: options.sharedPaces,
    notify,
  });
  const context: RunConnectContext = {
    environment,
    clock,
    random,
    notify: (text) => notify(maskSecrets(text, secrets)),
    shared: sharedResources(opened),
    servers,
    spans: options.spans,
    paces,
    limiter: config.maxConcurrentRequests === null ? undefined : createLimiter(config.maxConcurrentRequests),
    recorder: await openedRecorder(options, secrets, opened),
    replies: options.replies,
    paidScopeOf: options.paidScopeOf,
    toolsOf: toolSources({ environment, clock, notify }, opened),
    connectCalls: (model) => model.innerInterface.connect(model, context),
    hiddenPaths,
    secrets,
    commandsOf: commandRunners({ environment, clock, hiddenPaths }, opened),
  };
  if (options.record !== undefined) for (const text of unrecorded(config, traitModels)) notify(text);
  const answering: AnsweringModel[] = [];
  const byModel = new Map<string, AnsweringModel>();
  for (const model of config.answeringModels) {
    const known = options.unasked?.answering.get(model.id);
    if (known !== undefined) {
      answering.push(unaskedAnswering(model, known));
      continue;
    }
    // prompts of one model share its connection
    const configured = withoutPrompt(model);
    const { id } = configured;
    const shared = byModel.get(id) ?? (await connectAnsweringModel(configured, context));
    const { connection } = shared;
    if (!byModel.has(id)) opened.use(connection.kind === "llm" ? connection.llm : connection.agent);
    byModel.set(id, shared);
    answering.push({ ...shared, ...withoutConnection(model, shared.identity.tools) });
  }
  const parsing: ParsingModel[] = [];
  for (const model of config.parsingModels)
    parsing.push(
      options.unasked?.judges.has(model.id) === true
        ? unaskedJudge(model)
        : await openJudge(model, { role: "parsing", id: model.id }, context, opened),
    );
  const traitJudges = new Map<string, ParsingModel>();
  for (const [key, model] of traitModels)
    traitJudges.set(key, await openJudge(model, { role: "any" }, context, opened));
  const walkJudges = new Map<string, ParsingModel>();
  for (const [id, model] of options.walkJudges ?? [])
    walkJudges.set(id, await openJudge(model, { role: "any" }, context, opened));
  const embedder = await connectEmbedder(config, context);
  if (embedder !== undefined) opened.use(embedder);
  const searches = await connectSearches(config, options.searches ?? noSearches, context, { opened, notify });
  const kept = opened.move();
  return {
    ...{ answering, parsing, embedder, searches, traitJudges, walkJudges, workspaces, secrets, outages },
    preflight: servers.preflight,
    paces: paces.reports,
    async [Symbol.asyncDispose]() {
      outages.stop();
      await kept.disposeAsync();
    },
  };
}

async function openJudge(
  model: ResolvedModel,
  use: ServerUse,
  context: RunConnectContext,
  opened: AsyncDisposableStack,
): Promise<ParsingModel> {
  const judge = await connectParsingModel(model, use, context);
  opened.use(judge.llm);
  opened.use(judge.parser);
  if (judge.agent !== null) opened.use(judge.agent);
  return judge;
}

/** Agents that make their own calls leave nothing in a recording; as judges they are agents only where they investigate. */
function unrecorded(
  { answeringModels, parsingModels, agenticParsing }: ResolvedConfig,
  traitModels: TraitModels,
): readonly string[] {
  const agents = [...answeringModels, ...(agenticParsing ? parsingModels : []), ...traitModels.values()];
  const own = agents.filter((model) => model.reachedBy.ownCalls === true);
  if (own.length === 0) return [];
  const names = [...new Set(own.map(({ id, interface: name }) => `"${id}" (${name})`))];
  return [
    `The recording has nothing of what ${names.join(", ")} does as an agent: such a run cannot be replayed.`,
  ];
}

function sharedResources(opened: AsyncDisposableStack): RunConnectContext["shared"] {
  const known = new Map<string, Promise<AsyncDisposable>>();
  return <Resource extends AsyncDisposable>(key: string, open: () => Promise<Resource>) => {
    const found = known.get(key);
    if (found !== undefined) return found as Promise<Resource>; // whoever asks by a key opens the same
    const opening = open().then((resource) => opened.use(resource));
    known.set(key, opening);
    return opening;
  };
}

async function openedRecorder(
  { record }: ConnectOptions,
  secrets: readonly string[],
  opened: AsyncDisposableStack,
): Promise<RunConnectContext["recorder"]> {
  if (record === undefined) return undefined;
  const { openRecorder } = await import("../../models/recording/index.ts");
  return opened.use(await openRecorder(record, { secrets }));
}
