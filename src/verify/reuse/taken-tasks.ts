import { answerOfResult, type TakenAnswers, type Task } from "../../pipeline/index.ts";
import { type ReusedResult, resultId, type VerificationResult } from "../../result/index.ts";
import { withoutKeys } from "../connect/masked-replies.ts";
import type { ReusePlan } from "./plan-reuse.ts";
import type { TaskKeys } from "./task-keys.ts";

/** What a run takes over, task by task. */
export interface TakenTasks extends TakenAnswers {
  /** True: the task has no place in the run. */
  isLeft(task: Task): boolean;
  /** The task's result from the earlier run, as this run keeps it; undefined: it has to be worked on. */
  resultOf(task: Task): VerificationResult | undefined;
  /** The result of a task that was worked on, with its keys and where its answer comes from. */
  marked(task: Task, result: VerificationResult): VerificationResult;
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
  const placeOf = (task: Task, kind: "result" | "answer"): number | undefined => {
    const decision = plan?.decide(task);
    return decision?.kind === kind ? decision.at : undefined;
  };
  const sourceOf = (task: Task, kind: "result" | "answer"): VerificationResult | undefined => {
    const at = placeOf(task, kind);
    return at === undefined ? undefined : plan?.source.at(at);
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
    const { answer, judgment } = keysOf(task);
    return { answerKey: answer, judgmentKey: judgment };
  };
  return {
    isLeft: (task) => plan?.decide(task).kind === "leave",
    answerOf(task) {
      const source = sourceOf(task, "answer");
      const answer = source === undefined ? undefined : answerOfResult(source);
      return answer === undefined ? undefined : withoutKeys(answer, secrets);
    },
    resultOf(task) {
      const source = sourceOf(task, "result");
      return source === undefined
        ? undefined
        : takenResult(task, source, { ...keyed(task), ...answererOf(task, source) });
    },
    marked(task, result) {
      const at = placeOf(task, "answer");
      const metadata = { ...result.metadata, ...keyed(task) };
      if (plan === undefined || at === undefined) return { ...result, metadata };
      const source = plan.source.at(at);
      const known = { answerer: answererOf(task, source), answerDigest: plan.source.answerDigest(at) };
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
  now: Answerer & Pick<VerificationResult["metadata"], "answerKey" | "judgmentKey">,
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
    stages: source.stages.map(({ storedReplies: _, ...stage }) => ({ ...stage, ...nothingSpent })),
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
