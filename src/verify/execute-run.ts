import { AsyncLocalStorage } from "node:async_hooks";
import {
  type Clock,
  createPatternEngine,
  type Environment,
  idleWatch,
  KareninaError,
  maskGiven,
  maskSecrets,
  type PatternEngineOptions,
  systemClock,
  untilAborted,
} from "../base/index.ts";
import type { ScenarioCodeOptions, TemplateLoaderOptions } from "../languages/index.ts";
import type { ResolvedModel } from "../models/definition/index.ts";
import type { CallScope, PaidReplies, ReplyStore, ReplyStoreLimits } from "../models/recording/index.ts";
import type { Task } from "../pipeline/index.ts";
import type { TemplateLoader } from "../ports/index.ts";
import type { VerificationResult } from "../result/index.ts";
import {
  type EndedWalk,
  type PlannedQuestion,
  planTasks,
  type RunEvents,
  type RunReport,
  runTasks,
  type SharedPace,
  type TaskPlan,
  type TaskSource,
} from "../run/index.ts";
import type { CallableRunnerOptions } from "../sandbox/index.ts";
import { checkWorkspaceFolders } from "./agents/plan-workspaces.ts";
import { budgetOf, listPriceNotes, refuseUnpriced } from "./connect/budget-of.ts";
import { connectRun, type RunConnections } from "./connect/connect-run.ts";
import { connectToolsFirst } from "./connect/connect-tools-first.ts";
import { preflight } from "./connect/preflight.ts";
import { pipelineOptions } from "./pipeline-options.ts";
import { asksJudges } from "./plan/asks-judges.ts";
import type { PreparedRun } from "./prepare-run.ts";
import { addTraits } from "./reuse/add-traits.ts";
import type { ReusePlan } from "./reuse/plan-reuse.ts";
import { takenTasks } from "./reuse/taken-tasks.ts";
import { taskKeys } from "./reuse/task-keys.ts";
import type { RunResults } from "./run-results.ts";
import { leftOutTools, withConditionsRead } from "./scenarios/plan-scenarios.ts";
import { refuseCode } from "./scenarios/refuse-code.ts";
import { runSpans } from "./telemetry/run-spans.ts";
import { openSpans } from "./telemetry/spans.ts";
import { createWalks } from "./walks/create-walks.ts";
import { resumeWalks } from "./walks/resume-walks.ts";

/** Limits of what a benchmark file brings that is run. */
export interface CodeLimits {
  readonly templates?: TemplateLoaderOptions;
  readonly callables?: CallableRunnerOptions;
  readonly scenarios?: ScenarioCodeOptions;
  readonly patterns?: Pick<PatternEngineOptions, "searchMs">;
}

/** Where replies are kept between runs, and how much. */
export interface ReplyCache extends ReplyStoreLimits {
  readonly folder: string;
}

/** How a run goes on. */
interface ExecuteOptions {
  readonly results: RunResults;
  readonly events?: readonly RunEvents[];
  /** Aborting it ends the run; results so far are kept. */
  readonly signal?: AbortSignal | undefined;
  /** Aborting it ends the run when what is under way is finished. */
  readonly stopSignal?: AbortSignal | undefined;
  /** File that every exchange with a model is written to, for replay. */
  readonly record?: string | undefined;
  /** Folder and limits of the store of replies. Default: none is used. */
  readonly cache?: ReplyCache | undefined;
  /** What is taken over from an earlier run. Default: nothing. */
  readonly reuse?: ReusePlan | undefined;
  /**
   * Spans of OpenTelemetry: true: a provider of tracers has to be registered; false: there are none. Default: where one is
   * registered.
   */
  readonly telemetry?: boolean | undefined;
  /** Told what is worth knowing while the run goes on, such as folders that stay behind. */
  readonly warn?: ((warning: string) => void) | undefined;
  readonly environment: Environment;
  /** Default: those that each of them has by itself. */
  readonly limits?: CodeLimits;
  readonly clock?: Clock;
  /** Uniform in 0..1, for backoff and random order. */
  readonly random?: () => number;
  /** Who else asks models with the same keys, by what tells model and key from others. Default: nobody. */
  readonly sharedPaces?: (key: string) => SharedPace;
  /** Gives out parts of the plan while the run goes on. Default: all of it is run, in its order. */
  readonly feed?: (parts: RunParts) => TaskSource;
}

/** What a run consists of, for whoever gives out parts of it. */
export interface RunParts {
  readonly plan: TaskPlan;
  /**
   * Brings a walk to where its turns have left it, so that its place in the plan has the turn that comes next.
   *
   * @param task the first turn of the walk
   * @returns its end, where the turns were all
   */
  resumeWalk(task: Task, turns: readonly VerificationResult[]): Promise<EndedWalk | undefined>;
}

/**
 * Runs what is prepared and gives every result to where they are to go. Memory does not grow with the number of tasks, other than by questions and answers that are given.
 * Every connection is closed at the end, however it comes.
 */
export async function executeRun(run: PreparedRun, options: ExecuteOptions): Promise<RunReport> {
  const { resolved: config, runName } = run;
  const { environment, limits = {}, clock = systemClock, random = Math.random } = options;
  const { questions, pipelines, searches, traitModels, walkJudges, workspaces } = run.plan;
  const scenarios = await withConditionsRead(run.plan.scenarios);
  if (workspaces !== null) await checkWorkspaceFolders(workspaces);
  const [{ createCallableRunner }, { createTemplateLoader, createScenarioCode }] = await Promise.all([
    import("../sandbox/index.ts"),
    import("../languages/index.ts"),
  ]);
  await using templates = createTemplateLoader(limits.templates);
  await using callables = createCallableRunner(limits.callables);
  await using code = createScenarioCode(limits.scenarios);
  for (const { definition } of scenarios) await refuseCode(definition, code);
  if (config.evaluationMode !== "rubric_only") warmUp(templates, questions);
  const { record, reuse } = options;
  await requirePrices(run, reuse);
  const unasked = reuse && { answering: reuse.unaskedAnswering, judges: reuse.unaskedJudges };
  const spans = await openSpans(options.telemetry, (text) => options.warn?.(text));
  const scopes = new AsyncLocalStorage<CallScope>();
  await using store = await openedStore(options.cache, { clock, warn: options.warn });
  const scopeOf = () => scopes.getStore();
  const replies = store && { store, scopeOf };
  const connecting = connectRun(config, {
    ...{
      environment,
      clock,
      random,
      record,
      replies,
      paidScopeOf: scopeOf,
      searches,
      traitModels,
      walkJudges,
      workspaces,
      unasked,
    },
    spans,
    sharedPaces: options.sharedPaces,
    notify: options.warn,
  });
  await using connections = await unlessCancelled(connecting, options.signal);
  refuseKeysInNames(pipelines.ownWords, connections.secrets);
  const patterns = createPatternEngine({ ...limits.patterns, clock });
  const taken = takenTasks(reuse, reuse?.keysOf ?? (await taskKeys(run, environment)), connections.secrets);
  const services = { templates, callables, tools: { patterns }, clock, taken };
  const ownStages = { secrets: connections.secrets, idle: idleWatch() };
  const taskOptions = {
    ...pipelineOptions(config, connections),
    answerForOwnStages: pipelines.ownStagesReadAnswers,
  };
  const walks = createWalks({
    ...{ scenarios, clock, runName },
    answering: connections.answering,
    parsing: connections.parsing,
    furtherJudges: connections.walkJudges,
    tools: { patterns, runCode: code.run },
    turnLimit: config.scenarioTurnLimit,
    options: taskOptions,
  });
  const { finished, walks: begun, besideTurns, earlier } = await options.results.finished();
  const ended =
    config.scenarioResume === "go_on" && begun !== undefined
      ? await resumeWalks(walks, begun, { ...connections, besideTurns, replicates: config.replicateCount })
      : [];
  const plan = planTasks({
    questions,
    walks: walks.planned,
    answering: connections.answering,
    parsing: connections.parsing,
    replicates: config.replicateCount,
    ordering: config.taskOrdering,
    random,
    finished: new Set([...finished, ...ended.map(({ key }) => key)]),
    earlier,
    ...(reuse !== undefined && { isLeft: taken.isLeft }),
    runName,
    options: taskOptions,
  });
  if (plan.total > 0) await checkConnections(run, connections, { ...options, clock });
  const sink = await options.results.open(plan.total + plan.finishedBefore, {
    isLeft: taken.isLeft,
    notify: (text) => options.warn?.(text),
  });
  for (const walk of ended) await sink.writeWalk?.(walk);
  // awaited here: connections must outlive the run
  const source = options.feed?.({
    plan,
    async resumeWalk({ turn, replicate }, turns) {
      const answering = connections.answering.find(({ id }) => id === turn?.walk.answering);
      const parsing = connections.parsing.find(({ id }) => id === turn?.walk.parsing);
      if (turn === undefined || answering === undefined || parsing === undefined) return undefined;
      return await walks.resume(turn.scenario, { answering, parsing, replicate }, { turns, stages: [] });
    },
  });
  const traced = spans && runSpans(spans, { name: runName, tasks: plan.total });
  const running = () =>
    runTasks(source ?? plan, {
      concurrency: config.asyncEnabled ? config.asyncMaxWorkers : 1,
      guide: walks,
      async execute(task, { answers, ...context }) {
        const known = task.turn === undefined ? taken.resultOf(task) : undefined;
        if (known !== undefined) return known;
        const { aroundStage } = traced ?? {};
        const parts = { services: { ...services, answers }, ...ownStages, ...context, aroundStage };
        const scope = {
          ...{ replicate: task.replicate ?? 1, turn: task.turn?.number, counts: new Map<string, number>() },
          paid: begunPaid(sink.paid?.(task)),
        };
        const work = async () => {
          if (task.turn === undefined) {
            const widened = await addTraits(task, { part: taken.partOf(task), parts, pipelines });
            return (
              widened ?? taken.marked(task, await pipelines.pipelineFor(task.rubric).execute(task, parts))
            );
          }
          const { task: asked, opening } = await walks.begin(task, context);
          return asked && pipelines.pipelineFor(asked.rubric).execute(asked, { ...parts, opening });
        };
        return scopes.run(scope, () => traced?.task(task, work) ?? work());
      },
      sinks: [sink],
      endsWhenWritten: sink.paid !== undefined,
      events: options.events ?? [],
      outages: connections.outages,
      clock,
      ...(options.signal === undefined ? {} : { signal: options.signal }),
      stopSignal: options.stopSignal,
      budget: budgetOf(config),
      paces: connections.paces,
      ...(config.batchTimeoutSeconds === null ? {} : { batchTimeoutMs: config.batchTimeoutSeconds * 1000 }),
      ...(config.answererConcurrencyLimits === null
        ? {}
        : { answererConcurrencyLimits: config.answererConcurrencyLimits }),
    });
  try {
    return await (traced?.run(running) ?? running());
  } finally {
    await spans?.flush();
  }
}

const begunPaid = (paid: PaidReplies | undefined): CallScope["paid"] =>
  paid && { ...paid, counts: new Map(), unkeyed: [], underWay: 0 };

/** A store that is damaged spares nothing; that is no reason not to run. */
async function openedStore(
  cache: ReplyCache | undefined,
  { clock, warn }: { readonly clock: Clock; readonly warn: ((text: string) => void) | undefined },
): Promise<ReplyStore | undefined> {
  if (cache === undefined) return undefined;
  const { openReplyStore } = await import("../models/recording/index.ts");
  try {
    return await openReplyStore(cache.folder, { ...cache, clock });
  } catch (error) {
    if (!KareninaError.isInstance(error) || error.code !== "file_unreadable") throw error;
    warn?.(
      `${error.message} The run goes on without it: models are asked, and nothing is kept. ${error.hint}`,
    );
    return undefined;
  }
}

/** The connections, or the end of a run that is cancelled before: what a program opens may never be there. */
async function unlessCancelled(
  connecting: Promise<RunConnections>,
  signal: AbortSignal | undefined,
): Promise<RunConnections> {
  const cancelled = () => new KareninaError("cancelled", "The run was cancelled.");
  try {
    return await untilAborted(connecting, signal, cancelled);
  } catch (error) {
    connecting.then(
      (late) => late[Symbol.asyncDispose](),
      () => undefined,
    );
    throw error;
  }
}

/** A shorter secret may be a word. */
const shortestKey = 12;

/** Results show the names of own stages as they are: they are found by them. */
function refuseKeysInNames(names: readonly string[], secrets: readonly string[]): void {
  const shown = (name: string) => maskSecrets(maskGiven(name, secrets, shortestKey));
  const keyed = names.find((name) => shown(name) !== name);
  if (keyed === undefined) return;
  throw new KareninaError(
    "configuration",
    `An own stage, or what it produces, is named by a key: ${shown(keyed)}.`,
    {
      hint: "Results show such names: choose one without the key.",
    },
  );
}

/** Finds out what would fail every task, before the first. */
async function checkConnections(
  { plan, resolved: config }: PreparedRun,
  connections: RunConnections,
  { clock, signal, warn = () => undefined }: ExecuteOptions & { readonly clock: Clock },
): Promise<void> {
  const asking = { clock, notify: warn, signal: signal ?? new AbortController().signal };
  const isAsked = isJudgeAsked(plan, config);
  const subjects = connections.preflight.filter(({ use }) => isAsked || use.role !== "parsing");
  if (config.preflight) await preflight(subjects, asking);
  const leftOut = plan.scenarios.flatMap(({ definition }) => leftOutTools(definition));
  await connectToolsFirst(connections.answering, connections.workspaces, signal, leftOut);
}

/** Whether the run's own judge is asked anything, as a judge or as a simulated user. */
function isJudgeAsked(
  { scenarios, questions }: PreparedRun["plan"],
  config: PreparedRun["resolved"],
): boolean {
  const nodes = scenarios.flatMap((scenario) => [...scenario.questions.values()]);
  const hasUsers = scenarios.some(({ definition }) =>
    definition.nodes.some(({ user }) => user !== undefined),
  );
  return hasUsers || asksJudges([...questions, ...nodes], config);
}

/**
 * Refuses a limit of cost where a model of the run has no price.
 *
 * @throws KareninaError `configuration` that names them all and says how to give prices.
 */
export async function requirePrices(run: PreparedRun, reuse?: ReusePlan): Promise<void> {
  await refuseUnpriced(run.resolved, askedModels(run, reuse));
}

/** Whose prices are those of the built-in table, and of which day they are. */
export const priceNotes = (run: PreparedRun, reuse?: ReusePlan): Promise<readonly string[]> =>
  listPriceNotes(askedModels(run, reuse));

/** Every model that is asked something in this run. */
function askedModels(
  { plan, resolved }: PreparedRun,
  reuse: ReusePlan | undefined,
): readonly ResolvedModel[] {
  const { answeringModels, parsingModels } = resolved;
  return [
    ...answeringModels.filter(({ id }) => reuse?.unaskedAnswering.has(id) !== true),
    ...(isJudgeAsked(plan, resolved)
      ? parsingModels.filter(({ id }) => reuse?.unaskedJudges.has(id) !== true)
      : []),
    ...plan.traitModels.values(),
    ...plan.walkJudges.values(),
  ];
}

/** Loads the first template while models are being connected; whoever needs it later finds it, or its error. */
function warmUp(templates: TemplateLoader, questions: readonly PlannedQuestion[]): void {
  const first = questions.find(({ question }) => question.template?.kind === "source")?.question.template;
  if (first?.kind === "source") templates.load(first.source).catch(() => undefined);
}
