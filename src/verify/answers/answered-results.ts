import path from "node:path";
import {
  type ModelIdentity,
  stageUsage,
  templateSection,
  VerificationResult,
  VerificationResultSet,
} from "../../result/index.ts";
import {
  agentMetrics,
  contextToRecord,
  type Message,
  messageToRecord,
  noUsage,
  renderTrace,
} from "../../trace/index.ts";
import { type MatchedAnswer, unnamedModel } from "./match-answers.ts";

/** Where answers come from. */
interface AnswerOrigin {
  /** Path of the file, or how messages call what is none. */
  readonly name: string;
  /** ISO 8601 in UTC. */
  readonly timestamp: string;
}

/** The interface of what has answered outside of a run, as the Python system calls it. */
const outsideInterface = "taskeval";

/** Nothing was judged yet. */
const nobody: ModelIdentity = { interface: "none", modelName: "none", tools: [], configId: null };

/** Answers as results that hold nothing else: what a run takes answers from. */
export function answeredResults(
  matched: readonly MatchedAnswer[],
  { name, timestamp }: AnswerOrigin,
): VerificationResultSet {
  return new VerificationResultSet(
    matched.map(({ answer, question, replicate }): VerificationResult => {
      const answering = {
        ...{ interface: outsideInterface, modelName: answer.model ?? unnamedModel },
        ...{ tools: [], configId: null },
      };
      const place = { questionId: question.id, answering, parsing: nobody, timestamp, replicate };
      return VerificationResult.parse({
        metadata: {
          ...place,
          ...{ templateId: "no_template", questionText: question.question },
          ...{ executionTime: 0, completedWithoutErrors: true },
          resultId: [`${path.basename(name)}:${answer.place}`, answer.choice ?? []].flat().join("."),
        },
        template: templateSection({
          rawLlmResponse: renderTrace(answer.messages),
          traceMessages: answer.messages.map(messageToRecord),
          retrievedContexts: contextRecords(answer),
          agentMetrics: metricsOf(answer.messages),
          ...usageFields(answer),
        }),
      });
    }),
  );
}

/** A text alone may come from a plain model. */
function metricsOf(messages: readonly Message[]) {
  const metrics = agentMetrics(messages, false);
  return messages.length <= 1 && metrics.toolCalls === 0 ? null : { ...metrics };
}

function usageFields({ usage, model = unnamedModel }: MatchedAnswer["answer"]) {
  if (usage === null) return { usageUnavailable: true };
  const { tokens, costUsd } = usage;
  const counted = { ...(tokens ?? noUsage), ...(costUsd !== null && { costUsd }) };
  return {
    usageUnavailable: tokens === null,
    usageMetadata: { answer_generation: stageUsage(counted, model) },
  };
}

const contextRecords = ({ contexts }: MatchedAnswer["answer"]) => contexts?.map(contextToRecord) ?? null;
