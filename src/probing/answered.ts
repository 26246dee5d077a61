import { VerificationResult } from "../result/index.ts";
import { finalMessage, messageFromRecord, renderTrace } from "../trace/index.ts";

/** Under whose name an answer is judged, and as which of its replicates. */
export interface ProbedAs {
  readonly model: string;
  /** From 1. */
  readonly replicate: number;
  /** In place of what the answer ends with; absent: it stays as it is. */
  readonly text?: string;
}

/** What the judge would read of a plain answer; empty: nothing. */
export function finalText({ template }: VerificationResult): string {
  if (template === null) return "";
  if (template.traceMessages.length === 0) return template.rawLlmResponse.trim();
  const found = finalMessage(template.traceMessages.map(messageFromRecord));
  return found.ok ? found.text.trim() : "";
}

/** The answer of a result alone, under another name: what was said of it is not there, nor what it took. */
export function answered(
  { metadata, template }: VerificationResult,
  { model, replicate, text }: ProbedAs,
): VerificationResult {
  const records = template?.traceMessages ?? [];
  const changed = text === undefined ? {} : { content: text };
  const traceMessages = records.map((record, at) =>
    at === records.length - 1 ? { ...record, ...changed } : record,
  );
  const { questionId, questionText, conversation, timestamp, resultId } = metadata;
  return VerificationResult.parse({
    metadata: {
      ...{ questionId, questionText, conversation, timestamp, replicate },
      ...{ templateId: "no_template", executionTime: 0, completedWithoutErrors: true },
      answering: { interface: "taskeval", modelName: model, tools: [], configId: null },
      parsing: { interface: "none", modelName: "none", tools: [], configId: null },
      resultId: `${resultId} ${model} ${replicate}`,
    },
    template: {
      // who reads the whole of it reads this text
      rawLlmResponse:
        records.length > 0
          ? renderTrace(traceMessages.map(messageFromRecord))
          : (text ?? template?.rawLlmResponse ?? ""),
      traceMessages,
      retrievedContexts: template?.retrievedContexts ?? null,
      agentMetrics: template?.agentMetrics ?? null,
      usageUnavailable: true,
    },
  });
}
