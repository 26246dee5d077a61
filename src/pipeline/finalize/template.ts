import type { VerificationResultTemplate } from "../../result/index.ts";
import { templateSection } from "../../result/index.ts";
import { groundTruthOf } from "../../template/index.ts";
import { finalMessage, messageToRecord } from "../../trace/index.ts";
import type { EmbeddingFact, Facts, PreParseCheckFact, ResponseFact } from "../facts.ts";
import type { PipelineLog, StageContext } from "../stage.ts";
import { usageMetadata } from "./usage.ts";

/** The template section: the answer, what was extracted, what was checked. */
export function resultTemplate(
  facts: Partial<Facts>,
  { task, log }: Pick<StageContext, "task" | "log">,
): VerificationResultTemplate {
  const { connection } = task.answering;
  return templateSection({
    ...responseFields(facts.response),
    ...extractionFields(facts),
    ...screeningFields(facts),
    ...investigationFields(facts),
    ...verificationFields(facts, log),
    ...embeddingFields(facts.embedding),
    ...abstentionFields(facts.abstention),
    ...sufficiencyFields(facts.sufficiency),
    answeringMcpServers: connection.kind === "agent" ? (connection.tools?.servers ?? []) : null,
    usageMetadata: usageMetadata(facts, log.usage),
  });
}

function responseFields(response: ResponseFact | undefined): Partial<VerificationResultTemplate> {
  if (response === undefined) return {};
  return {
    rawLlmResponse: response.trace,
    traceMessages: response.messages.map(messageToRecord),
    conversationContext: response.conversation.map(messageToRecord),
    recursionLimitReached: response.recursionLimitReached,
    responseTimeoutPartial: response.partial === "timeout",
    usageUnavailable: !response.usageKnown,
    agentMetrics: { ...response.metrics },
  };
}

function extractionFields({ parsed, template }: Partial<Facts>): Partial<VerificationResultTemplate> {
  return {
    parsedLlmResponse: parsed?.answer.values ?? null,
    parsedGtResponse: template === undefined ? null : groundTruthOf(template),
  };
}

function screeningFields({ screening }: Partial<Facts>): Partial<VerificationResultTemplate> {
  if (screening === undefined || screening === null) return {};
  return {
    dynamicParsingPerformed: true,
    dynamicParseDecision: screening.decision,
    dynamicDecisionReasoning: screening.reasoning,
  };
}

function investigationFields({ investigation, parsed }: Partial<Facts>): Partial<VerificationResultTemplate> {
  if (investigation === undefined || investigation === null) return {};
  return {
    investigationTrace: investigation.trace,
    agenticParsingPerformed: parsed?.agentic !== undefined,
    agenticExtractionRecovery: parsed?.agentic?.recovery ?? null,
    agenticExtractionError: parsed?.agentic?.extractionError ?? null,
  };
}

function verificationFields(
  { verification, traceValidation, response }: Partial<Facts>,
  log: PipelineLog,
): Partial<VerificationResultTemplate> {
  const autoFailed = Boolean(traceValidation?.error) || response?.recursionLimitReached === true;
  const verifyResult = log.rulings.at(-1)?.verifyResult ?? null;
  if (verification === undefined) return { verifyResult, templateVerificationPerformed: autoFailed };
  const { regex, customCheckError, unfinishedCheck } = verification;
  return {
    verifyResult,
    templateVerificationPerformed: customCheckError === undefined && unfinishedCheck === undefined,
    verifyGranularResult: verification.granular,
    fieldVerificationError: verification.fieldError ?? null,
    fieldResults: verification.fieldResults,
    fieldScores: verification.fieldScores,
    compositionStrategy: verification.compositionStrategy,
    parsedGtResponse: verification.groundTruth,
    regexValidationsPerformed: regex.performed,
    regexValidationResults: regex.results,
    regexValidationDetails: Object.fromEntries(
      Object.entries(regex.details).map(([name, detail]) => [name, { ...detail }]),
    ),
    regexOverallSuccess: regex.success,
    regexExtractionResults: regex.extraction,
  };
}

function embeddingFields(embedding: EmbeddingFact | undefined): Partial<VerificationResultTemplate> {
  if (embedding === undefined) return {};
  return {
    embeddingCheckPerformed: embedding.performed,
    embeddingSimilarityScore: embedding.similarity,
    embeddingOverrideApplied: embedding.overrideApplied,
    embeddingModelUsed: embedding.model,
  };
}

function abstentionFields(check: PreParseCheckFact | undefined): Partial<VerificationResultTemplate> {
  if (check === undefined) return {};
  return {
    abstentionCheckPerformed: check.performed,
    abstentionDetected: check.detected,
    abstentionOverrideApplied: check.overrideApplied,
    abstentionReasoning: check.reasoning,
  };
}

function sufficiencyFields(check: PreParseCheckFact | undefined): Partial<VerificationResultTemplate> {
  if (check === undefined) return {};
  return {
    sufficiencyCheckPerformed: check.performed,
    sufficiencyDetected: check.detected,
    sufficiencyOverrideApplied: check.overrideApplied,
    sufficiencyReasoning: check.reasoning,
  };
}

/** Why no final message could be found, where one was looked for. */
export function traceExtractionError({ response }: Partial<Facts>, fullTrace: boolean): string | null {
  if (response === undefined || fullTrace) return null;
  const final = finalMessage(response.messages);
  return final.ok ? null : final.error;
}
