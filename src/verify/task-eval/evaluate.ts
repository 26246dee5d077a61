import { randomUUID } from "node:crypto";
import { isoTimestamp, type JsonObject, KareninaError, systemClock } from "../../base/index.ts";
import type { VerificationConfig } from "../../config/index.ts";
import { type CallableFunction, isEmptyRubric } from "../../rubric/index.ts";
import { type JudgedAnswers, judgeAnswers } from "../answers/judge-answers.ts";
import { Benchmark } from "../benchmark.ts";
import type { RunVerificationOptions } from "../run-options.ts";
import { type Criteria, hasCriteria, questionsOfSteps, type StepQuestion } from "./criteria.ts";
import { rowOfUsage } from "./event-row.ts";
import type { LogEvent, LoggedUsage } from "./log-event.ts";
import { answeringEvents, type MergeStrategy, mergedMessages, mergeStrategies } from "./merge-events.ts";
import { TaskEvalResult } from "./task-eval-result.ts";

/** Settings of how models under test are asked. */
const ofAnswering = ["prompts", "fewShotConfig", "answererConcurrencyLimits"] as const;

/** The settings of an evaluation: judges, replicates and all that a run has but how models under test are asked. */
export type TaskEvalConfig = Omit<VerificationConfig, "answeringModels" | (typeof ofAnswering)[number]>;

/** How what was logged is evaluated, beside the options of `runVerification`. */
export interface EvaluateOptions
  extends Omit<RunVerificationOptions, "answersFrom" | "missingAnswers" | "extend" | "questionIds"> {
  /** Only this step. Default: what belongs to no step, and every step. */
  readonly stepId?: string;
  /** Default: that of the TaskEval. */
  readonly mergeStrategy?: MergeStrategy;
  /** The name of what has answered. Default `user-provided`. */
  readonly answeringModel?: string;
}

/** What was logged, and what it is judged by. */
export interface LoggedTask {
  readonly taskId: string | null;
  readonly metadata: JsonObject;
  readonly events: readonly LogEvent[];
  readonly criteria: readonly Criteria[];
  readonly functions: ReadonlyMap<string, CallableFunction>;
}

/** What becomes of a question: an answer to be judged, or why there is none. With both the answer is an empty one, so that it counts as none. */
type Answered = { readonly question: StepQuestion } & (
  | { readonly row: JsonObject; readonly failed?: string }
  | { readonly failed: string }
);

/** Judges what was logged, as {@link judgeAnswers} judges answers: the same run, with the same settings. */
export async function evaluateTask(
  task: LoggedTask,
  config: TaskEvalConfig,
  { stepId, mergeStrategy = "concatenate", answeringModel, ...options }: EvaluateOptions,
): Promise<TaskEvalResult> {
  const { clock = systemClock, warn = () => undefined } = options;
  refuseWrong(config, mergeStrategy);
  const steps = stepsOf(task, stepId, warn);
  const questions = questionsOfSteps(steps, task.functions);
  const { byQuestion, strangers } = answeringEvents(task.events, questions);
  const models = new Set(task.events.flatMap(({ model }) => model ?? []));
  const usualModel = answeringModel ?? (models.size === 1 ? [...models][0] : undefined);
  const answered = questions.map((question) =>
    answeredBy(question, byQuestion.get(question) ?? [], { mergeStrategy, answeringModel, usualModel }),
  );
  for (const { question, failed } of answered)
    if (failed !== undefined) warn(`${question.input.id} is not judged: ${failed}.`);
  tellStrangers(strangers, warn);
  const judged = answered.filter((one) => "row" in one);
  if (judged.every(({ failed }) => failed !== undefined)) throw nothingToJudge(answered);
  const replicates = replicatesOf(config);
  const rows = judged.flatMap(({ row }) => Array.from({ length: replicates }, () => row));
  const { replicateCount: _, ...settings } = config;
  const run = await judgeAnswers(rows, {
    ...options,
    benchmark: benchmarkOf(task.taskId, judged),
    config: { ...settings, evaluationMode: config.evaluationMode ?? usualMode(judged) },
    name: task.taskId ?? "TaskEval",
    runName: options.runName ?? `taskeval_${randomUUID().slice(0, 8)}`,
    warn,
  });
  const failed = [
    ...answered.flatMap(({ question, failed }) =>
      failed === undefined ? [] : [[question, failed] as const],
    ),
    ...unjudged(run, judged, replicates),
  ];
  return new TaskEvalResult({
    ...{ taskId: task.taskId, metadata: task.metadata, timestamp: isoTimestamp(clock), results: run.results },
    ...{ questions, failed: new Map(failed) },
    events: task.events,
    stepIds: steps.map((step) => step.stepId),
  });
}

/** For callers that no compiler has looked at. */
function refuseWrong(config: VerificationConfig, mergeStrategy: string): void {
  const named = ofAnswering.find((name) => (config[name] ?? null) !== null);
  if (named !== undefined)
    throw new KareninaError("configuration", `${named} cannot be used here: no model under test is asked.`, {
      hint: "Leave it out.",
    });
  if (!mergeStrategies.some((name) => name === mergeStrategy))
    throw new KareninaError(
      "configuration",
      `mergeStrategy: expected one of ${mergeStrategies.join(", ")}, found ${JSON.stringify(mergeStrategy)}.`,
    );
}

/** The steps that are evaluated, what belongs to none first. */
function stepsOf(
  { events, criteria }: LoggedTask,
  stepId: string | undefined,
  warn: (text: string) => void,
): readonly Criteria[] {
  const judging = criteria.filter(hasCriteria);
  if (judging.length === 0)
    throw new KareninaError(
      "configuration",
      "There is nothing to evaluate by: no question, template or rubric was added.",
      {
        hint: "Call addQuestion, addTemplate or addRubric first.",
      },
    );
  if (stepId !== undefined) {
    const step = judging.find((one) => one.stepId === stepId);
    if (step !== undefined) return [step];
    const known = judging.flatMap((one) => one.stepId ?? []).map((id) => JSON.stringify(id));
    throw new KareninaError("configuration", `The step ${JSON.stringify(stepId)} has no criteria.`, {
      hint: known.length === 0 ? "No step has any." : `There are ${known.join(", ")}.`,
    });
  }
  const unjudgedSteps = new Set(events.flatMap((event) => event.stepId ?? []));
  for (const one of judging) if (one.stepId !== null) unjudgedSteps.delete(one.stepId);
  for (const id of unjudgedSteps)
    warn(`The step ${JSON.stringify(id)} has events and no criteria: it is not evaluated by itself.`);
  return judging.toSorted((a, b) => Number(a.stepId !== null) - Number(b.stepId !== null));
}

function answeredBy(
  question: StepQuestion,
  own: readonly LogEvent[],
  {
    mergeStrategy,
    answeringModel,
    usualModel,
  }: {
    readonly mergeStrategy: MergeStrategy;
    readonly answeringModel: string | undefined;
    /** What would have answered a question without events; undefined: the events of all questions name none, or several. */
    readonly usualModel: string | undefined;
  },
): Answered {
  if (!question.hasTemplate && isEmptyRubric(question.traits))
    return { question, failed: "the question has neither a template nor traits" };
  const messages = mergedMessages(own, mergeStrategy);
  if (messages.length === 0)
    return {
      question,
      failed:
        own.length === 0
          ? "nothing was logged for it"
          : `nothing of what was logged for it counts with merge strategy ${mergeStrategy}`,
      row: {
        question_id: question.input.id,
        answer: "",
        ...(usualModel !== undefined && { model: usualModel }),
      },
    };
  const models = new Set(own.flatMap(({ model }) => model ?? []));
  const model = answeringModel ?? (models.size === 1 ? [...models][0] : undefined);
  const usages = own.flatMap(({ usage }) => usage ?? []);
  const contexts = own.flatMap((event) => event.contexts ?? []);
  return {
    question,
    row: {
      question_id: question.input.id,
      // what comes first from a user is the question
      answer: [{ role: "user", content: question.input.question }, ...messages],
      ...(model !== undefined && { model }),
      ...(usages.length > 0 && { usage: rowOfUsage(sumUsages(usages)) }),
      ...(contexts.length > 0 && { contexts: contexts.map((one) => ({ ...one }) as JsonObject) }),
    },
  };
}

/** The sum of what is known. */
function sumUsages(usages: readonly LoggedUsage[]): LoggedUsage {
  const sum = (name: keyof LoggedUsage) => {
    const known = usages.flatMap((usage) => usage[name] ?? []);
    return known.length === 0 ? undefined : known.reduce((total, one) => total + one, 0);
  };
  return { inputTokens: sum("inputTokens"), outputTokens: sum("outputTokens"), costUsd: sum("costUsd") };
}

/** Events that name a question which no step has are told: nothing is dropped in silence. */
function tellStrangers(strangers: readonly LogEvent[], warn: (text: string) => void): void {
  const [first] = strangers;
  if (first === undefined) return;
  const named = JSON.stringify(first.questionId ?? first.question);
  warn(`Events of questions that are not evaluated: ${strangers.length}, the first of ${named}.`);
}

function benchmarkOf(taskId: string | null, answered: readonly Answered[]): Benchmark {
  const benchmark = Benchmark.create({ name: taskId ?? "TaskEval" });
  for (const { question } of answered) benchmark.addQuestion(question.input);
  return benchmark;
}

function usualMode(answered: readonly Answered[]): NonNullable<VerificationConfig["evaluationMode"]> {
  const hasTraits = answered.some(({ question }) => !isEmptyRubric(question.traits));
  if (!answered.some(({ question }) => question.hasTemplate)) return "rubric_only";
  return hasTraits ? "template_and_rubric" : "template_only";
}

const mostReplicates = 1000;

/** Replicates judge the same answer again. */
function replicatesOf({ replicateCount = 1 }: TaskEvalConfig): number {
  if (Number.isInteger(replicateCount) && replicateCount >= 1 && replicateCount <= mostReplicates)
    return replicateCount;
  throw new KareninaError(
    "configuration",
    `replicateCount: expected a whole number from 1 to ${mostReplicates}, found ${replicateCount}.`,
  );
}

/** Questions of which the run has no result. */
function unjudged(
  { results, unused }: JudgedAnswers,
  judged: readonly Answered[],
  replicates: number,
): readonly (readonly [StepQuestion, string])[] {
  const known = new Set(Array.from(results, ({ metadata }) => metadata.questionId));
  const reasons = new Map(unused.map(({ place, reason }) => [Math.floor((place - 1) / replicates), reason]));
  return judged.flatMap(({ question }, at) =>
    known.has(question.input.id)
      ? []
      : [[question, reasons.get(at) ?? "the run ended before it was judged"] as const],
  );
}

function nothingToJudge(answered: readonly Answered[]): KareninaError {
  const reasons = answered.map(({ question, failed }) => `${question.input.id}: ${failed}`);
  return new KareninaError("invalid_input", `There is nothing to judge. ${reasons.join("; ")}.`, {
    hint: "Log what your program has produced before you evaluate it: log, logTrace.",
  });
}
