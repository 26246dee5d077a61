import * as z from "zod";
import { AnyJson, AnyJsonObject, recordOf } from "../../base/index.ts";
import { MessageRecord } from "../../trace/index.ts";
import { StageUsage } from "./stage-usage.ts";

const flag = z.boolean().default(false);
const text = z.string().nullable().default(null);
const verdict = z.boolean().nullable().default(null);

const RecordedAgentMetrics = z.looseObject({
  /** Think-act cycles. */
  iterations: z.int().optional(),
  toolCalls: z.int().optional(),
  toolsUsed: z.array(z.string()).readonly().optional(),
  toolCallCounts: recordOf(z.int()).optional(),
  suspectFailedToolCalls: z.int().optional(),
  suspectFailedTools: z.array(z.string()).readonly().optional(),
  limitReached: z.boolean().optional(),
});

/** One pattern, what it was to find and what it found. */
const RegexValidationDetail = z.looseObject({
  pattern: z.string().optional(),
  expected: AnyJson.optional(),
  matchType: z.string().optional(),
  matchesFound: z.array(AnyJson).readonly().optional(),
  matchCount: z.int().optional(),
  successReason: z.string().optional(),
  failureReason: z.string().optional(),
  /** Why the pattern could not be run. */
  error: z.string().optional(),
});

/** What was answered, what the judge read from it, and what the checks said. */
export const VerificationResultTemplate = z.object({
  rawLlmResponse: z.string().default(""),
  /** What the answering side said and did. */
  traceMessages: z.array(MessageRecord).readonly().default([]),
  /** What it was sent. */
  conversationContext: z.array(MessageRecord).readonly().default([]),
  /** Ground truth per field. */
  parsedGtResponse: AnyJsonObject.nullable().default(null),
  /** What the judge extracted per field. */
  parsedLlmResponse: AnyJsonObject.nullable().default(null),
  templateVerificationPerformed: flag,
  verifyResult: verdict,
  /** Partial credit; a share in 0..1 for templates of verified fields. */
  verifyGranularResult: AnyJson.nullable().default(null),
  fieldVerificationError: text,
  /** Per field: passed, failed, or null where the judge found no value. */
  fieldResults: recordOf(z.boolean().nullable()).nullable().default(null),
  fieldScores: recordOf(z.number().nullable()).nullable().default(null),
  /** `all_of`, `any_of`, `at_least_n(N)` or the name of a custom rule. */
  compositionStrategy: text,
  embeddingCheckPerformed: flag,
  embeddingSimilarityScore: z.number().nullable().default(null),
  embeddingOverrideApplied: flag,
  embeddingModelUsed: text,
  regexValidationsPerformed: flag,
  regexValidationResults: recordOf(z.boolean()).nullable().default(null),
  regexValidationDetails: recordOf(RegexValidationDetail).nullable().default(null),
  regexOverallSuccess: verdict,
  regexExtractionResults: AnyJsonObject.nullable().default(null),
  recursionLimitReached: flag,
  responseTimeoutPartial: flag,
  /** The provider sent no token counts: zeros in `usageMetadata` are unknowns. */
  usageUnavailable: flag,
  investigationTrace: text,
  agenticParsingPerformed: flag,
  agenticExtractionRecovery: text,
  agenticExtractionError: text,
  dynamicParsingPerformed: flag,
  dynamicParseDecision: text,
  dynamicDecisionReasoning: text,
  abstentionCheckPerformed: flag,
  abstentionDetected: verdict,
  abstentionOverrideApplied: flag,
  abstentionReasoning: text,
  sufficiencyCheckPerformed: flag,
  /** True: the answer holds enough to fill the template. */
  sufficiencyDetected: verdict,
  sufficiencyOverrideApplied: flag,
  sufficiencyReasoning: text,
  answeringMcpServers: z.array(z.string()).readonly().nullable().default(null),
  /** Tokens per step (`answer_generation`, `parsing`, …) and in `total`. */
  usageMetadata: recordOf(StageUsage).nullable().default(null),
  agentMetrics: RecordedAgentMetrics.nullable().default(null),
});
export type VerificationResultTemplate = z.infer<typeof VerificationResultTemplate>;

const empty: VerificationResultTemplate = VerificationResultTemplate.parse({});

/** A template section with defaults for what is not given. */
export function templateSection(fields: Partial<VerificationResultTemplate>): VerificationResultTemplate {
  return { ...empty, ...fields };
}
