import { answerOfResult, type TakenAnswers, type Task } from "../../pipeline/index.ts";
import { type ReusedResult, resultId, type VerificationResult } from "../../result/index.ts";
import { withoutKeys } from "../connect/masked-replies.ts";
import type { ReusePlan } from "./plan-reuse.ts";
import type { KeyedTask, TaskKeys } from "./task-keys.ts";

/** What a run takes over, task by task. */
export interface TakenTasks extends TakenAnswers {
  /** True: the task has no place in the run. */
  isLeft(task: KeyedTask): boolean;
  /** The task's result from the earlier run, as this run keeps it; undefined: it has to be worked on. */
  resultOf(task: Task): VerificationResult | undefined;
  /** What of the task's result only some traits are missing of; undefined: it is worked on, or there as a whole. */
  partOf(task: Task): TakenPart | undefined;
  /** The result of a task that was worked on, with its keys and where its answer comes from. */
  marked(task: Task, result: VerificationResult): VerificationResult;
}

/** A result of the earlier run, as this run keeps it, and the traits that it does not have. */
export interface TakenPart {
  readonly result: VerificationResult;
  readonly missing: readonly string[];
}

/** Who has answered. */
type Answerer = Pick<VerificationResult["metadata"], "answering" | "promptId">;

/**
 * The tasks of a run with what is taken over.
 *
 * @param plan undefined: nothing is
 * @param secrets keys of this run, which no answer may show
 */
export function takenTasks(
  plan: ReusePlan | undefined,
  keysOf: (task: Task) => TaskKeys,
  secrets: readonly string[],
): TakenTasks {
  const read = new WeakMap<Task, VerificationResult>();
  const sourceOf = (task: Task, at: number): VerificationResult | undefined => {
    const source = read.get(task) ?? plan?.source.at(at);
    if (source !== undefined) read.set(task, source);
    return source;
  };
  /** As the earlier run has it; by the names of now where a prompt was called something else then. */
  const answererOf = (
    { answering: { id, identity, prompt } }: Task,
    { metadata: { answering, promptId } }: VerificationResult,
  ): Answerer => {
    if (plan?.source.modelId(answering) === id)
      return { answering, ...(promptId !== undefined && { promptId }) };
    return { answering: identity, ...(prompt !== undefined && { promptId: prompt.id }) };
  };
  const keyed = (task: Task) => {
    const { answer, judgment, parts } = keysOf(task);
    return { answerKey: answer, judgmentKey: judgment, ...(parts && { judgmentParts: parts }) };
  };
  const taken = (task: Task, at: number): VerificationResult | undefined => {
    const source = plan?.source.at(at);
    return source && takenResult(task, source, { ...keyed(task), ...answererOf(task, source) });
  };
  return {
    isLeft: (task) => plan?.decide(task).kind === "leave",
    answerOf(task) {
      const decision = plan?.decide(task);
      const isThere = decision?.kind === "answer" || decision?.kind === "traits";
      const source = isThere ? sourceOf(task, decision.at) : undefined;
      const answer = source && answerOfResult(source);
      return answer && withoutKeys(answer, secrets);
    },
    resultOf(task) {
      const decision = plan?.decide(task);
      return decision?.kind === "result" ? taken(task, decision.at) : undefined;
    },
    partOf(task) {
      const decision = plan?.decide(task);
      if (decision?.kind !== "traits") return undefined;
      const result = taken(task, decision.at);
      return result && { result, missing: decision.missing };
    },
    marked(task, result) {
      const decision = plan?.decide(task);
      const metadata = { ...result.metadata, ...keyed(task) };
      if (plan === undefined || decision === undefined || !("at" in decision)) return { ...result, metadata };
      const source = sourceOf(task, decision.at) ?? plan.source.at(decision.at);
      read.delete(task);
      const known = {
        answerer: answererOf(task, source),
        answerDigest: plan.source.answerDigest(decision.at),
      };
      return { ...result, metadata: withAnswerOf(source, metadata, known) };
    },
  };
}

/** What a result says of how its answer was asked for is as the earlier run has it, the key included. */
function withAnswerOf(
  source: VerificationResult,
  metadata: VerificationResult["metadata"],
  { answerer, answerDigest }: { readonly answerer: Answerer; readonly answerDigest: string },
): VerificationResult["metadata"] {
  const { answeringSystemPrompt, fewShotEnabled, fewShotExampleCount, answerKey, reused } = source.metadata;
  const origin = reused?.what === "answer" ? reused : reusedAnswer(source);
  return {
    ...metadata,
    ...{ ...answerer, answeringSystemPrompt, fewShotEnabled, fewShotExampleCount, answerKey },
    resultId: resultId({ ...metadata, ...answerer }),
    reused: { ...origin, answerDigest },
  };
}

function reusedAnswer({
  metadata,
  template,
  stages,
}: VerificationResult): Omit<ReusedResult, "answerDigest"> {
  const usage = template?.usageMetadata?.answer_generation;
  const durationMs = stages.find(({ name }) => name === "GenerateAnswer")?.durationMs ?? 0;
  return {
    what: "answer",
    ...originOf(metadata),
    seconds: durationMs / 1000,
    inputTokens: usage?.inputTokens ?? 0,
    outputTokens: usage?.outputTokens ?? 0,
    costUsd: usage?.costUsd ?? null,
    // a run has noted its stages
    toldByFile: usage !== undefined && stages.length === 0,
  };
}

const originOf = ({ resultId: id, runName, timestamp }: VerificationResult["metadata"]) => ({
  resultId: id,
  runName,
  timestamp,
});

/** The result as it was, of which this run has spent nothing. */
function takenResult(
  task: Task,
  source: VerificationResult,
  now: Answerer & Pick<VerificationResult["metadata"], "answerKey" | "judgmentKey" | "judgmentParts">,
): VerificationResult {
  const { question, replicate, runName } = task;
  const { keywords } = question;
  const { promptId: _, ...earlier } = source.metadata;
  const metadata = {
    ...{ ...earlier, ...now },
    ...{ keywords, replicate, runName, executionTime: 0 },
  };
  return {
    ...source,
    metadata: {
      ...metadata,
      resultId: resultId(metadata),
      reused: source.metadata.reused?.what === "result" ? source.metadata.reused : reusedResult(source),
    },
    stages: source.stages.map(({ storedReplies: _, firstTokenMs: _none, ...stage }) => ({
      ...stage,
      ...nothingSpent,
    })),
  };
}

const nothingSpent = {
  ...{ durationMs: 0, modelCalls: 0, retries: {}, inputTokens: 0, outputTokens: 0 },
  costUsd: null,
};

function reusedResult({ metadata, stages }: VerificationResult): ReusedResult {
  const sum = (of: (stage: VerificationResult["stages"][number]) => number) =>
    stages.reduce((total, stage) => total + of(stage), 0);
  const isPriced = stages.some(({ costUsd }) => costUsd !== null);
  return {
    what: "result",
    ...originOf(metadata),
    seconds: metadata.executionTime,
    inputTokens: sum(({ inputTokens }) => inputTokens),
    outputTokens: sum(({ outputTokens }) => outputTokens),
    costUsd: isPriced ? sum(({ costUsd }) => costUsd ?? 0) : null,
    toldByFile: false,
    answerDigest: null,
  };
}
