import type { ResolvedModel } from "../../models/definition/index.ts";
import { type builtInStages, type Task, taskKey } from "../../pipeline/index.ts";
import { walkLimit } from "../../scenario/index.ts";
import { priceOfCalls } from "../connect/model-layers.ts";
import type { PreparedRun } from "../prepare-run.ts";
import { walkKeys } from "../results/result-order.ts";
import { judgingStage } from "./add-traits.ts";
import { type Experience, experienceOf, type StageExperience } from "./experience.ts";
import { decidersOf } from "./judgment-parts.ts";
import { answersOf, type ReusePlan } from "./plan-reuse.ts";
import type { KeyedTask } from "./task-keys.ts";

const generation = "GenerateAnswer";

/** What a stage would ask of a model, at most. Numbers after the counts are what the earlier run lets expect; null: nobody knows. */
export interface StageForecast {
  readonly stage: string;
  /** Id of the model. */
  readonly model: string;
  /** Answers to be generated, or tasks to be judged. */
  readonly asked: number;
  /** Those that are taken over. */
  readonly takenOver: number;
  readonly calls: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** In US dollars. */
  readonly costUsd: number | null;
}

/** What a run would do. */
export interface RunForecast {
  /** Tasks of the run, without those that are left out. */
  readonly tasks: number;
  /** Those that an earlier part of the run has finished. */
  readonly finished: number;
  /** Those that are taken over whole. */
  readonly takenOver: number;
  /** Walks through scenarios among the tasks, whose turns are in none of the stages; nobody knows how many they will be. */
  readonly walks: number;
  /** Turns of the walks that are left: at least one each, and at most as many as limits leave. Those that a walk under way has behind it count too. */
  readonly turns: { readonly least: number; readonly most: number };
  /** In the order of the stages; only those that ask models. */
  readonly stages: readonly StageForecast[];
  /** Of the stages that know it, in US dollars; null: none does. */
  readonly costUsd: number | null;
  /** True: every stage that asks something knows its cost. */
  readonly costKnown: boolean;
}

/**
 * Works out what a run would ask, what it would take over, and what that may cost, by what its earlier run took.
 * Asks nothing and writes nothing.
 *
 * @param finished keys of tasks that need not be run again
 */
export async function forecastRun(
  run: PreparedRun,
  { reuse, finished }: { readonly reuse: ReusePlan | undefined; readonly finished: ReadonlySet<string> },
): Promise<RunForecast> {
  const tallies = new Map<string, Tally>();
  const counts = { tasks: 0, finished: 0, takenOver: 0 };
  const tally = (stage: string, model: ResolvedModel) => {
    const key = JSON.stringify([stage, model.id]);
    const known = tallies.get(key) ?? { stage, model, asked: 0, takenOver: 0 };
    tallies.set(key, known);
    return known;
  };
  for (const tasks of answersOf(run)) {
    const decided = tasks.map((task) => {
      const decision = reuse?.decide(task);
      const missing = decision?.kind === "traits" ? decision.missing : undefined;
      return { task, kind: decision?.kind ?? "ask", missing };
    });
    const kept = decided.filter(({ kind }) => kind !== "leave");
    const open = kept.filter(({ task }) => !finished.has(taskKey(task)));
    counts.tasks += kept.length;
    counts.finished += kept.length - open.length;
    counts.takenOver += open.filter(({ kind }) => kind === "result").length;
    const [first] = open;
    if (first === undefined) continue;
    const { answering } = modelsOf(run, first.task);
    const isAsked = open.some(({ kind }) => kind === "ask");
    tally(generation, answering)[isAsked ? "asked" : "takenOver"] += 1;
    for (const { task, kind, missing } of open)
      for (const stage of judgingStages(run, task)) {
        const isTaken = kind === "result" || (missing !== undefined && !isAskedOf(stage, task, missing));
        tally(stage, modelsOf(run, task).parsing)[isTaken ? "takenOver" : "asked"] += 1;
      }
  }
  const { walks, turns } = walksAhead(run, finished);
  counts.tasks += walks;
  counts.finished += walks - turns.least;
  const experience = reuse === undefined ? undefined : experienceOf(reuse.source.results());
  const stages: StageForecast[] = [];
  const inOrder = [...tallies.values()].sort((left, right) => rankOf(left) - rankOf(right));
  for (const known of inOrder) stages.push(await expected(known, experience));
  const asking = stages.filter(({ asked }) => asked > 0);
  const costs = asking.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    ...{ ...counts, walks, turns, stages },
    costUsd:
      costs.length === 0 && asking.length + turns.least > 0
        ? null
        : costs.reduce((sum, cost) => sum + cost, 0),
    costKnown: costs.length === asking.length && turns.least === 0,
  };
}

function walksAhead(
  { resolved, scenarios }: PreparedRun,
  finished: ReadonlySet<string>,
): Pick<RunForecast, "walks" | "turns"> {
  let walks = 0;
  const turns = { least: 0, most: 0 };
  for (const scenario of scenarios)
    for (const key of walkKeys([scenario], resolved)) {
      walks += 1;
      if (finished.has(key)) continue;
      turns.least += 1;
      turns.most += walkLimit(scenario, resolved.scenarioTurnLimit);
    }
  return { walks, turns };
}

const notOfJudges: readonly string[] = [
  generation,
  "EmbeddingCheck",
] satisfies readonly (keyof typeof builtInStages)[];

/** Answers first; the stages that judge them stay in their order. */
const rankOf = ({ stage }: Pick<Tally, "stage">): number => (stage === generation ? 0 : 1);

interface Tally {
  readonly stage: string;
  readonly model: ResolvedModel;
  asked: number;
  takenOver: number;
}

/** The stages after the answer that may ask a judge; embeddings and searches are not models of a run. */
function judgingStages({ plan }: PreparedRun, { rubric }: Pick<Task, "rubric">): readonly string[] {
  return plan.pipelines
    .pipelineFor(rubric)
    .stages.filter(({ name, usageKey }) => usageKey !== undefined && !notOfJudges.includes(name))
    .map(({ name }) => name);
}

/** Whether a judge is asked in a stage that has some traits to judge, and nothing else. */
const isAskedOf = (stage: string, { rubric }: Pick<Task, "rubric">, names: readonly string[]): boolean =>
  stage === judgingStage && rubric !== null && decidersOf(rubric, names).includes("judge");

function modelsOf({ resolved }: PreparedRun, { answering, parsing }: KeyedTask) {
  const byId = (models: readonly ResolvedModel[], { id }: { readonly id: string }): ResolvedModel => {
    const model = models.find((one) => one.id === id);
    if (model === undefined) throw new RangeError(`The run has no model "${id}".`);
    return model;
  };
  return {
    answering: byId(resolved.answeringModels, answering),
    parsing: byId(resolved.parsingModels, parsing),
  };
}

async function expected(
  { stage, model, asked, takenOver }: Tally,
  experience: Experience | undefined,
): Promise<StageForecast> {
  const counted = { stage, model: model.id, asked, takenOver };
  if (asked === 0) return { ...counted, calls: 0, inputTokens: 0, outputTokens: 0, costUsd: 0 };
  const own = experience?.of(stage, model.id);
  const any = own ?? experience?.ofStage(stage);
  if (any === undefined)
    return { ...counted, calls: null, inputTokens: null, outputTokens: null, costUsd: null };
  const share = asked / any.tasks;
  return {
    ...counted,
    calls: Math.ceil(any.calls * share),
    inputTokens: Math.round(any.usage.inputTokens * share),
    outputTokens: Math.round(any.usage.outputTokens * share),
    costUsd: await costOf(any, { asked, model, isOwn: own !== undefined }),
  };
}

/** By what the same model cost, else by its price for calls of the mean size. */
async function costOf(
  { tasks, calls, usage, costUsd, priced }: StageExperience,
  { asked, model, isOwn }: { readonly asked: number; readonly model: ResolvedModel; readonly isOwn: boolean },
): Promise<number | null> {
  if (calls === 0) return 0;
  if (isOwn && priced > 0) return (costUsd / priced) * asked;
  const [inputTokens, outputTokens] = [usage.inputTokens / calls, usage.outputTokens / calls];
  const price = await priceOfCalls(model);
  const ofCall = price({ inputTokens, outputTokens, totalTokens: inputTokens + outputTokens });
  return ofCall === undefined ? null : ofCall * calls * (asked / tasks);
}
