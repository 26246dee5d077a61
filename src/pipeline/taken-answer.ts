import type { VerificationResult, VerificationResultTemplate } from "../result/index.ts";
import {
  agentMetrics,
  assistantMessage,
  messageFromRecord,
  noUsage,
  renderTrace,
  saysAnything,
  type Usage,
} from "../trace/index.ts";
import type { GeneratedAnswer, ResponseFact } from "./facts.ts";

/**
 * The answer that a result holds, as the stages after GenerateAnswer read it; undefined where infrastructure kept the model
 * from answering. An empty answer or a refusal is an answer.
 */
export function answerOfResult({
  template,
  metadata,
  stages,
  rulings,
}: VerificationResult): GeneratedAnswer | undefined {
  if (template === null || stages.some(({ name, status }) => name === stageName && status === "failed"))
    return undefined;
  const messages = storedMessages(template);
  const ruling = rulings.find(({ stage }) => stage === stageName);
  const unanswered = ruling === undefined ? unstated(template, messages) : missingAnswer(ruling);
  if (messages.length === 0 && (ruling === undefined || stages.length === 0)) return undefined;
  const generation = template.usageMetadata?.[usageKey];
  const metrics = agentMetrics(messages, template.recursionLimitReached);
  return {
    messages,
    trace: template.rawLlmResponse === "" ? renderTrace(messages) : template.rawLlmResponse,
    conversation: template.conversationContext.map(messageFromRecord),
    recursionLimitReached: template.recursionLimitReached,
    partial: template.responseTimeoutPartial ? "timeout" : metadata.partialContent === null ? null : "length",
    unanswered,
    usage: generation === undefined ? noUsage : storedUsage(generation),
    usageKnown: !template.usageUnavailable,
    model: generation?.model ?? metadata.answering.modelName,
    metrics: { ...metrics, iterations: template.agentMetrics?.iterations ?? metrics.iterations },
    contexts: template.retrievedContexts,
    ...(template.answeringLog !== null && { log: template.answeringLog }),
    asAgent: { servers: template.answeringMcpServers, metrics: template.agentMetrics },
  };
}

const stageName = "GenerateAnswer";
const usageKey = "answer_generation";

/** Files of the Python system have plain answers as text only. */
function storedMessages({ traceMessages, rawLlmResponse }: VerificationResultTemplate) {
  if (traceMessages.length > 0) return traceMessages.map(messageFromRecord);
  return rawLlmResponse === "" ? [] : [assistantMessage(rawLlmResponse)];
}

function missingAnswer({
  category,
  reason,
}: VerificationResult["rulings"][number]): ResponseFact["unanswered"] {
  const known = (["empty_response", "abstention", "no_final_message"] as const).find(
    (name) => name === category,
  );
  return known === undefined ? null : { category: known, reason };
}

/** For results without rulings. */
function unstated(
  { rawLlmResponse, recursionLimitReached }: VerificationResultTemplate,
  messages: ReturnType<typeof storedMessages>,
): ResponseFact["unanswered"] {
  const isEmpty = messages.length <= 1 && !saysAnything(rawLlmResponse);
  if (recursionLimitReached || !isEmpty) return null;
  return { category: "empty_response", reason: "the model returned an empty answer" };
}

type StoredUsage = NonNullable<VerificationResultTemplate["usageMetadata"]>[string];

/** A usage as a result holds it. */
export function storedUsage({
  inputTokens,
  outputTokens,
  totalTokens,
  inputTokenDetails,
  outputTokenDetails,
  costUsd,
}: StoredUsage): Usage {
  const cacheReadTokens = inputTokenDetails?.cache_read;
  const cacheCreationTokens = inputTokenDetails?.cache_creation;
  const reasoningTokens = outputTokenDetails?.reasoning;
  return {
    ...{ inputTokens, outputTokens, totalTokens },
    ...(cacheReadTokens !== undefined && { cacheReadTokens }),
    ...(cacheCreationTokens !== undefined && { cacheCreationTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
    ...(costUsd !== undefined && costUsd !== null && { costUsd }),
  };
}
