import { isJsonObject, type JsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import {
  failureOfWalk,
  shortModelName,
  traitScoresByType,
  type VerificationResult,
} from "../../result/index.ts";
import type { ScenarioNode, TurnOutcome } from "../../scenario/index.ts";
import { assistantMessage, messageFromRecord, userMessage } from "../../trace/index.ts";

/** What the result of a turn is to its walk; the same whether it was made just now or read from a log. */
export function turnOutcome(
  { id, agentIdentity }: ScenarioNode<Question>,
  result: VerificationResult,
): TurnOutcome {
  const { metadata, template } = result;
  const { conversation } = metadata;
  const failure = failureOfWalk(result);
  return {
    kind: "answered",
    record: {
      nodeId: id,
      questionText: metadata.questionText,
      ...(conversation !== null && {
        lead: conversation.messages.map(({ role, content }) =>
          role === "user" ? userMessage(content) : assistantMessage(content),
        ),
        files: conversation.attachments.map((file) => ({ type: "file" as const, ...file })),
      }),
      traceMessages: template?.traceMessages.map(messageFromRecord) ?? [],
      rawResponse: template?.rawLlmResponse ?? "",
      parsedFields: isJsonObject(template?.parsedLlmResponse) ? template.parsedLlmResponse : {},
      verifyResult: template?.verifyResult ?? null,
      verificationResultId: metadata.resultId,
      agent: agentIdentity ?? shortModelName(metadata.answering),
      systemPrompt: conversation?.systemPrompt ?? metadata.answeringSystemPrompt,
    },
    rubric: traitValues(result),
    ...(failure !== null && {
      failure: { category: failure.category, stage: failure.stage, reason: failure.reason },
    }),
  };
}

/** The values of the traits, by name. */
function traitValues({ rubric }: VerificationResult): JsonObject {
  if (rubric === null) return {};
  const all: (readonly [string, JsonValue])[] = [];
  // scores are JSON, whatever their type
  for (const [, scores] of traitScoresByType(rubric))
    all.push(...(Object.entries(scores ?? {}) as [string, JsonValue][]));
  return recordFrom(all);
}
