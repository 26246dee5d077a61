import { cutOutput, recordFrom } from "../../base/index.ts";
import { templateSection, type VerificationResultTemplate } from "../../result/index.ts";
import { groundTruthOf, type TemplateVerification } from "../../template/index.ts";
import { contextToRecord, messageToRecord } from "../../trace/index.ts";
import type { EmbeddingFact, Facts, PreParseCheckFact, ResponseFact } from "../facts.ts";
import type { AnsweringModel } from "../models.ts";
import type { StageContext } from "../stage.ts";
import { usageMetadata } from "./usage.ts";

/** So many characters are kept of what was written beside an answer. */
const longestLog = 20_000;

/** The template section: the answer, what was extracted, what was checked. */
export function resultTemplate(
  facts: Partial<Facts>,
  { task, log }: Pick<StageContext, "task" | "log">,
): VerificationResultTemplate {
  return templateSection({
    ...responseFields(facts.response),
    ...agentFields(facts.response, task.answering),
    ...extractionFields(facts),
    ...screeningFields(facts),
    ...investigationFields(facts),
    ...verificationFields(facts),
    judgedSource: facts.parsed?.source ?? null,
    verifyResult: log.rulings.at(-1)?.verifyResult ?? null,
    ...embeddingFields(facts.embedding),
    ...abstentionFields(facts.abstention),
    ...sufficiencyFields(facts.sufficiency),
    usageMetadata: usageMetadata(facts, log.usage),
  });
}

function responseFields(response: ResponseFact | undefined): Partial<VerificationResultTemplate> {
  if (response === undefined) return {};
  return {
    rawLlmResponse: response.trace,
    traceMessages: response.messages.map(messageToRecord),
    retrievedContexts: response.contexts?.map(contextToRecord) ?? null,
    answeringLog: response.log === undefined ? null : cutOutput(response.log, longestLog),
    conversationContext: response.conversation.map(messageToRecord),
    recursionLimitReached: response.recursionLimitReached,
    responseTimeoutPartial: response.partial === "timeout",
    usageUnavailable: !response.usageKnown,
  };
}

function agentFields(
  response: ResponseFact | undefined,
  { connection, mayBePlain = false }: AnsweringModel,
): Partial<VerificationResultTemplate> {
  if (response?.asAgent !== undefined)
    return { answeringMcpServers: response.asAgent.servers, agentMetrics: response.asAgent.metrics };
  if (connection.kind !== "agent") return {};
  const isPlain =
    mayBePlain && response !== undefined && response.messages.length <= 1 && response.metrics.toolCalls === 0;
  return {
    answeringMcpServers: connection.tools?.servers ?? null,
    agentMetrics: response === undefined || isPlain ? null : { ...response.metrics },
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

function verificationFields({
  verification,
  embedding,
}: Partial<Facts>): Partial<VerificationResultTemplate> {
  if (verification === undefined) return {};
  const { regex, customCheckError, unfinishedCheck } = verification;
  const { fieldResults, fieldScores, granular } = embedding?.credit ?? verification;
  return {
    templateVerificationPerformed: customCheckError === undefined && unfinishedCheck === undefined,
    verifyGranularResult: granular,
    fieldVerificationError: verification.fieldError ?? null,
    fieldResults,
    fieldScores,
    compositionStrategy: verification.compositionStrategy,
    parsedGtResponse: verification.groundTruth,
    ...(regex.performed && regexFields(regex)),
  };
}

function regexFields({
  results,
  details,
  success,
  extraction,
}: TemplateVerification["regex"]): Partial<VerificationResultTemplate> {
  return {
    regexValidationsPerformed: true,
    regexValidationResults: results,
    regexValidationDetails: recordFrom(
      Object.entries(details).map(([name, detail]) => [name, { ...detail }]),
    ),
    regexOverallSuccess: success,
    regexExtractionResults: extraction,
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
