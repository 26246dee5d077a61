import { isoTimestamp } from "../../base/index.ts";
import {
  type Caveat,
  type Failure,
  caveats as knownCaveats,
  resultId,
  type VerificationResultMetadata,
} from "../../result/index.ts";
import { askedConversation } from "../conversation.ts";
import type { Facts } from "../facts.ts";
import type { PipelineLog, StageContext } from "../stage.ts";
import type { Task } from "../task.ts";

/** The metadata section: which question and models, how long, and how it ended. */
export function resultMetadata(
  facts: Partial<Facts>,
  { task, services, log }: StageContext,
  failure: Failure | null,
): VerificationResultMetadata {
  const { answering, parsing } = task;
  return {
    ...resultIdentity(task, isoTimestamp(services.clock)),
    failure,
    caveats: caveats(facts, log),
    warnings: [...log.warnings],
    partialContent: facts.response?.partial ? facts.response.trace : null,
    retryCounts: retryCounts(log.retries, answering.retryBudget, parsing.retryBudget),
    answeringSystemPrompt: answering.systemPrompt,
    parsingSystemPrompt: parsing.systemPrompt,
    executionTime: Math.round(services.clock.monotonic() - log.startedAt) / 1000,
    fewShotEnabled: task.fewShot.length > 0,
    fewShotExampleCount: task.fewShot.length,
    evaluationMode: task.options.evaluationMode,
    scenarioPath: task.turn?.path ?? null,
    completedWithoutErrors: log.error === null,
    error: log.error?.message ?? null,
    answerKey: null,
    judgmentKey: null,
    reused: null,
  };
}

/** Which question, models and run a result belongs to. */
export function resultIdentity(task: Task, timestamp: string) {
  const { question, templateId, answering, parsing, replicate, runName, turn } = task;
  const identity = {
    questionId: question.id,
    answering: answering.identity,
    parsing: parsing.identity,
    timestamp,
    replicate,
    scenarioId: turn?.scenario ?? null,
    scenarioNode: turn?.node ?? null,
    scenarioTurn: turn?.number ?? null,
  };
  return {
    ...identity,
    resultId: resultId(identity),
    templateId,
    questionText: question.question,
    conversation: askedConversation(task),
    rawAnswer: question.rawAnswer,
    keywords: question.keywords,
    runName,
    ...(answering.prompt !== undefined && { promptId: answering.prompt.id }),
  };
}

function caveats(facts: Partial<Facts>, { retries, lost }: PipelineLog): readonly string[] {
  const applies: { readonly [caveat in Caveat]: boolean } = {
    partial_content: Boolean(facts.response?.partial),
    embedding_override: facts.embedding?.overrideApplied === true,
    embedding_check_failed: facts.embedding?.failed === true,
    abstention_check_failed: facts.abstention?.performed === false,
    sufficiency_check_failed: facts.sufficiency?.performed === false,
    parse_decision_malformed: facts.screening?.malformed === true,
    rubric_incomplete: traitFailures(facts) > 0,
    infrastructure_failed: lost.length > 0,
    retries_used: Object.values(retries).some((count) => count > 0),
  };
  return knownCaveats.filter((caveat) => applies[caveat]);
}

const traitFailures = ({ rubric, agenticRubric }: Partial<Facts>): number =>
  (rubric?.evaluation.failures.length ?? 0) + (agenticRubric?.failures.length ?? 0);

/** Repeated calls of both models, and how many both are allowed. */
function retryCounts(
  used: Counts,
  answering: Counts,
  parsing: Counts,
): VerificationResultMetadata["retryCounts"] {
  const categories = new Set([...Object.keys(answering), ...Object.keys(parsing)]);
  const counts = Array.from(categories, (category) => {
    const budget = (answering[category] ?? 0) + (parsing[category] ?? 0);
    return [category, { used: used[category] ?? 0, budget }] as const;
  });
  return Object.fromEntries(counts);
}

type Counts = { readonly [category: string]: number | undefined };
