import type { JsonObject, JsonValue } from "../../base/index.ts";
import type { TextIndex } from "../../evidence/index.ts";
import {
  answeringModel,
  type Outcome,
  outcomeOf,
  parsingModel,
  type Ruling,
  type StageRecord,
  type VerificationResult,
} from "../../result/index.ts";
import { investigationsOf } from "../evidence/investigation.ts";
import { type JudgedText, judgedTexts } from "../evidence/judged-text.ts";
import { listEvidence } from "../evidence/shown-evidence.ts";
import { traceSteps } from "../evidence/trace-steps.ts";
import { originText } from "../text/origin-text.ts";
import { type UserPart, userPart } from "../text/simulated-user.ts";
import { type CheckView, checkViews } from "./check-views.ts";
import { type EvidenceView, evidenceViews } from "./evidence-views.ts";
import { type FieldView, fieldViews, type PatternView, patternViews } from "./field-views.ts";
import { type MessageView, messageViews } from "./message-views.ts";
import { type TraitViews, traitViews } from "./trait-views.ts";

/** Everything a page shows of one result, as plain JSON: what was found out is in it, nothing is to be worked out. */
export interface ResultView {
  readonly questionId: string;
  readonly questionText: string;
  /** What stood around the question; null: it was asked alone. */
  readonly conversation: VerificationResult["metadata"]["conversation"];
  /** The reference answer of the benchmark. */
  readonly reference: string | null;
  readonly keywords: readonly string[];
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
  readonly replicate: number | null;
  readonly scenario: {
    readonly id: string;
    readonly node: string | null;
    readonly turn: number | null;
  } | null;
  readonly outcome: Outcome;
  /** Partial credit; a share in 0..1 for templates of verified fields. */
  readonly credit: number | null;
  readonly failure: { readonly category: string; readonly stage: string; readonly reason: string } | null;
  /** The message of an error, where the failure does not say it. */
  readonly error: string | null;
  /** Where the model never answered, why. */
  readonly unanswered: string | null;
  /** The text that had arrived when the answer was cut off, where it is not the answer. */
  readonly partialContent: string | null;
  readonly fields: readonly FieldView[];
  readonly composition: string | null;
  readonly fieldError: string | null;
  readonly patterns: readonly PatternView[];
  /** The answer first; with the passages that were quoted. */
  readonly texts: readonly JudgedText[];
  readonly evidence: readonly EvidenceView[];
  readonly traits: TraitViews | null;
  readonly checks: readonly CheckView[];
  /** What was looked up for the answer; null: nothing is known of it. */
  readonly retrieved: NonNullable<VerificationResult["template"]>["retrievedContexts"];
  /** What was written beside the answer; null: nothing. */
  readonly log: string | null;
  /** What judges did as agents. */
  readonly investigations: readonly {
    readonly kind: "template" | "trait";
    readonly names: readonly string[];
    readonly steps: readonly { readonly kind: "message" | "tool" | "thinking"; readonly text: string }[];
  }[];
  /** What the model was sent. */
  readonly sent: readonly MessageView[];
  /** What it said and did. */
  readonly trace: readonly MessageView[];
  readonly rulings: readonly Ruling[];
  readonly stages: readonly StageRecord[];
  /** What simulated users did before a turn of a walk. */
  readonly user: UserPart;
  readonly usage: readonly UsageView[];
  readonly usageUnavailable: boolean;
  readonly agent: JsonObject | null;
  /** Where what was taken over from an earlier run comes from; null: nothing was. */
  readonly origin: string | null;
  readonly seconds: number;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
  readonly caveats: readonly string[];
  readonly warnings: readonly string[];
  readonly noFinalMessage: string | null;
  readonly extensions: { readonly [fact: string]: JsonValue };
}

/** Tokens of one step. */
interface UsageView {
  readonly step: string;
  readonly input: number;
  readonly output: number;
  /** In US dollars. */
  readonly costUsd: number | null;
  readonly model: string | null;
}

/** Makes the page of a result as data. `indexText` looks up quotations whose place the result does not hold. */
export function resultView(
  result: VerificationResult,
  { indexText }: { readonly indexText: (text: string) => TextIndex },
): ResultView {
  const { metadata, template } = result;
  const { failure } = metadata;
  const items = listEvidence(result);
  const judged = judgedTexts(result, items, indexText);
  const credit = template?.verifyGranularResult;
  const { partialContent, error } = metadata;
  return {
    questionId: metadata.questionId,
    questionText: metadata.questionText,
    conversation: metadata.conversation,
    reference: metadata.rawAnswer,
    keywords: metadata.keywords ?? [],
    answering: answeringModel(metadata),
    parsing: parsingModel(metadata),
    replicate: metadata.replicate,
    scenario:
      metadata.scenarioId === null
        ? null
        : { id: metadata.scenarioId, node: metadata.scenarioNode, turn: metadata.scenarioTurn },
    outcome: outcomeOf(result),
    credit: typeof credit === "number" ? credit : null,
    failure: failure && { category: failure.category, stage: failure.stage, reason: failure.reason },
    error: error === failure?.reason ? null : error,
    unanswered: reasonWithoutAnswer(result),
    partialContent: judged.texts.some(({ text }) => text === partialContent) ? null : partialContent,
    fields: fieldViews(result),
    composition: template?.compositionStrategy ?? null,
    fieldError: template?.fieldVerificationError ?? null,
    patterns: patternViews(result),
    texts: judged.texts,
    evidence: evidenceViews(result, items, judged),
    traits: traitViews(result),
    checks: checkViews(result),
    retrieved: template?.retrievedContexts ?? null,
    log: template?.answeringLog?.trim() ? template.answeringLog : null,
    investigations: investigationsOf(result).map(({ kind, names, trace }) => ({
      ...{ kind, names },
      steps: traceSteps(trace),
    })),
    sent: messageViews(template?.conversationContext ?? []),
    trace: messageViews(template?.traceMessages ?? []),
    rulings: result.rulings,
    stages: result.stages,
    user: userPart(result.stages),
    usage: Object.entries(template?.usageMetadata ?? {}).map(([step, usage]) => ({
      step,
      input: usage.inputTokens,
      output: usage.outputTokens,
      costUsd: usage.costUsd ?? null,
      model: usage.model ?? null,
    })),
    usageUnavailable: template?.usageUnavailable ?? false,
    // counted numbers and names of tools: plain JSON
    agent: (template?.agentMetrics ?? null) as JsonObject | null,
    origin: metadata.reused === null ? null : originText(metadata.reused),
    seconds: metadata.executionTime,
    timestamp: metadata.timestamp,
    caveats: metadata.caveats,
    warnings: metadata.warnings,
    noFinalMessage: result.traceExtractionError,
    extensions: result.extensions ?? {},
  };
}

/** Why there is no answer, where the model never gave one; an empty answer is one. */
export function reasonWithoutAnswer({
  template,
  evaluationInput,
  metadata: { failure, error },
}: VerificationResult): string | null {
  const reason = failure?.reason ?? error;
  if (reason === null || evaluationInput) return null;
  const isUnanswered =
    template === null
      ? failure?.stage === "GenerateAnswer"
      : template.rawLlmResponse.trim() === "" && template.traceMessages.length === 0;
  return isUnanswered ? reason : null;
}
