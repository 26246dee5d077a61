import * as z from "zod";
import { AnyJson, AnyJsonObject, recordOf } from "../../base/index.ts";
import { JudgedSource, MessageRecord } from "../../trace/index.ts";
import type * as documented from "../result-types.generated.ts";
import { StageUsage } from "./stage-usage.ts";

const flag = z.boolean().default(false);
const text = z.string().nullable().default(null);
const verdict = z.boolean().nullable().default(null);

/** What an agent did, counted from its trace. */
export const RecordedAgentMetrics = z.looseObject({
  /** Think-act cycles. */
  iterations: z.int().optional(),
  /** Calls of tools. */
  toolCalls: z.int().optional(),
  /** Names of the tools called, sorted. */
  toolsUsed: z.array(z.string()).readonly().optional(),
  /** Calls by tool. */
  toolCallCounts: recordOf(z.int()).optional(),
  /** Tool results that are errors or read like one. */
  suspectFailedToolCalls: z.int().optional(),
  /** Names of the tools that gave those, sorted. */
  suspectFailedTools: z.array(z.string()).readonly().optional(),
  /** True: it was stopped at its turn limit. */
  limitReached: z.boolean().optional(),
});

/** A passage that was looked up for an answer. */
export const RetrievedContextRecord = z.object({
  /** The passage. */
  text: z.string(),
  /** Where it comes from, for people: a title, a file, an address. */
  source: text,
  /** By which whoever looked it up knows it. */
  id: text,
  /** How well it fits, in a measure of whoever looked it up. */
  score: z.number().nullable().default(null),
});

/** One pattern, what it was to find and what it found. */
export const RegexValidationDetail = z.looseObject({
  /** The pattern as it stands in the template. */
  pattern: z.string().optional(),
  /** What it was to find. */
  expected: AnyJson.optional(),
  /** How that is compared with what it found. */
  matchType: z.string().optional(),
  /** What it found, in order. */
  matchesFound: z.array(AnyJson).readonly().optional(),
  /** How often it matched. */
  matchCount: z.int().optional(),
  /** Why it passed. */
  successReason: z.string().optional(),
  /** Why it did not pass. */
  failureReason: z.string().optional(),
  /** Why the pattern could not be run. */
  error: z.string().optional(),
});

/** What was answered, what the judge read from it, and what the checks said. */
export const VerificationResultTemplate = z.object({
  /** The answer as text: the whole trace of an agent. */
  rawLlmResponse: z.string().default(""),
  /** What the answering side said and did. */
  traceMessages: z.array(MessageRecord).readonly().default([]),
  /** What was looked up for the answer, in the order in which it was used; null: nothing is known of it. */
  retrievedContexts: z.array(RetrievedContextRecord).readonly().nullable().default(null),
  /** What was written beside the answer, such as the error output of a program; of a long one head and tail. Null: nothing. */
  answeringLog: text,
  /** What it was sent. */
  conversationContext: z.array(MessageRecord).readonly().default([]),
  /** What the judge filled the template in from, where the template says so itself; null: what the run says, or no judge. */
  judgedSource: JudgedSource.nullable().default(null),
  /** Ground truth per field. */
  parsedGtResponse: AnyJsonObject.nullable().default(null),
  /** What the judge extracted per field. */
  parsedLlmResponse: AnyJsonObject.nullable().default(null),
  /** True: the template decided. */
  templateVerificationPerformed: flag,
  /** The verdict: true passed, false failed, null none was reached. */
  verifyResult: verdict,
  /** Partial credit; a share in 0..1 for templates of verified fields. */
  verifyGranularResult: AnyJson.nullable().default(null),
  /** Why the fields could not be verified. */
  fieldVerificationError: text,
  /** Per field: passed, failed, or null where the judge found no value. */
  fieldResults: recordOf(z.boolean().nullable()).nullable().default(null),
  /** Per field: its share of credit in 0..1, or null where the judge found no value. */
  fieldScores: recordOf(z.number().nullable()).nullable().default(null),
  /** `all_of`, `any_of`, `at_least_n(N)` or the name of a custom rule. */
  compositionStrategy: text,
  /** True: a failed answer was compared with the ground truth by embeddings. */
  embeddingCheckPerformed: flag,
  /** Similarity of the two; 1: the same. */
  embeddingSimilarityScore: z.number().nullable().default(null),
  /** True: a verdict of false became a pass. */
  embeddingOverrideApplied: flag,
  /** The embedding model. */
  embeddingModelUsed: text,
  /** True: the patterns of the template were matched with the answer. */
  regexValidationsPerformed: flag,
  /** Per pattern: passed or not. */
  regexValidationResults: recordOf(z.boolean()).nullable().default(null),
  /** Per pattern: what it was to find and what it found. */
  regexValidationDetails: recordOf(RegexValidationDetail).nullable().default(null),
  /** True: all patterns passed; null where there are none. */
  regexOverallSuccess: verdict,
  /** Per pattern: what it found. */
  regexExtractionResults: AnyJsonObject.nullable().default(null),
  /** True: the agent was stopped at its turn limit. */
  recursionLimitReached: flag,
  /** True: the answer was cut off at its time limit. */
  responseTimeoutPartial: flag,
  /** The provider sent no token counts: zeros in `usageMetadata` are unknowns. */
  usageUnavailable: flag,
  /** What the agent that looked at the work said and did, as text. */
  investigationTrace: text,
  /** True: an agent looked at the work before the template was filled in. */
  agenticParsingPerformed: flag,
  /** `local_json`: code read the values from the report, as the judge could not. */
  agenticExtractionRecovery: text,
  /** Why the judge could not read the report. */
  agenticExtractionError: text,
  /** True: the judge decided whether an agent has to look. */
  dynamicParsingPerformed: flag,
  /** What it decided. */
  dynamicParseDecision: text,
  /** Why it decided so. */
  dynamicDecisionReasoning: text,
  /** True: a judge was asked whether the model refused. */
  abstentionCheckPerformed: flag,
  /** True: the model refused; null where nobody was asked. */
  abstentionDetected: verdict,
  /** True: the refusal decided. */
  abstentionOverrideApplied: flag,
  /** Why the judge says so. */
  abstentionReasoning: text,
  /** True: a judge was asked whether the answer holds enough to fill the template. */
  sufficiencyCheckPerformed: flag,
  /** True: the answer holds enough to fill the template. */
  sufficiencyDetected: verdict,
  /** True: a lack of content decided. */
  sufficiencyOverrideApplied: flag,
  /** Why the judge says so. */
  sufficiencyReasoning: text,
  /** Names of the MCP servers whose tools the model under test had. */
  answeringMcpServers: z.array(z.string()).readonly().nullable().default(null),
  /** Tokens per step (`answer_generation`, `parsing`, …) and in `total`. */
  usageMetadata: recordOf(StageUsage).nullable().default(null),
  /** What the agent did, counted; null where no agent answered. */
  agentMetrics: RecordedAgentMetrics.nullable().default(null),
});
export type VerificationResultTemplate = documented.VerificationResultTemplate;

const empty: VerificationResultTemplate = VerificationResultTemplate.parse({});

/** A template section with defaults for what is not given. */
export function templateSection(fields: Partial<VerificationResultTemplate>): VerificationResultTemplate {
  return { ...empty, ...fields };
}
