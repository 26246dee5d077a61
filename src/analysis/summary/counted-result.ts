import {
  answeringModel,
  type FailureCategory,
  hadTemplate,
  isWholeWork,
  lacksInfrastructure,
  type Outcome,
  outcomeOf,
  parsingModel,
  shortModelName,
  storedReplies,
  type VerificationResult,
} from "../../result/index.ts";
import { isCostOfStagesKnown } from "../known-cost.ts";
import { type CountedRubric, countedRubric } from "../traits/counted-rubric.ts";
import { type WrongField, wrongFields } from "./wrong-fields.ts";

/** Input and output tokens. */
export interface TokenCount {
  readonly input: number;
  readonly output: number;
}

type Metadata = VerificationResult["metadata"];

/** What a summary needs of one result: plain data, which reads the same after a way through JSON. */
export interface CountedResult
  extends Pick<
    Metadata,
    | "questionId"
    | "questionText"
    | "keywords"
    | "promptId"
    | "scenarioId"
    | "scenarioNode"
    | "scenarioTurn"
    | "replicate"
    | "evaluationMode"
    | "executionTime"
  > {
  /** Of a turn the id of the result; null outside scenarios. */
  readonly turnId: string | null;
  /** Display string. */
  readonly answering: string;
  /** Display string. */
  readonly parsing: string;
  /** The answering model's id in the configuration, or else its name. */
  readonly model: string;
  /** The same of the judge. */
  readonly judge: string;
  readonly outcome: Outcome;
  readonly hadTemplate: boolean;
  readonly lacksInfrastructure: boolean;
  readonly failure: {
    readonly category: FailureCategory;
    readonly stage: string;
    readonly reason: string;
  } | null;
  /** See `wrongFields`; empty in results that no list of failures has room for. */
  readonly fields: readonly WrongField[];
  /** What was taken over from another run; null: nothing. */
  readonly reused: "answer" | "result" | null;
  readonly storedReplies: number;
  readonly isWholeWork: boolean;
  /** Of `usageMetadata`: generating the answer, and everything else. */
  readonly tokens: { readonly answer: TokenCount; readonly judge: TokenCount };
  /** Of the stages. */
  readonly spent: TokenCount;
  /** In US dollars, of the stages that know it. */
  readonly costs: readonly number[];
  readonly isCostKnown: boolean;
  readonly usageUnavailable: boolean;
  /** Partial credit of a verified template; null where there is no number. */
  readonly granular: number | null;
  /** Null without agent, and where its calls of tools were not counted. */
  readonly agent: { readonly toolCalls: number; readonly suspectFailedToolCalls: number } | null;
  /** True: the agent was stopped at its turn limit. */
  readonly turnLimit: boolean;
  readonly rubric: CountedRubric | null;
}

/**
 * Reads results one after the other. Wrong fields are read only for the first `listed` failures of each category: no list has
 * more, wherever in a run these results stand.
 */
export function resultCounter(listed: number): (result: VerificationResult) => CountedResult {
  const found = new Map<FailureCategory, number>();
  return (result) => {
    const { metadata, template, rubric, stages } = result;
    const outcome = outcomeOf(result);
    const { failure } = metadata;
    let fields: readonly WrongField[] = [];
    if (failure !== null && outcome !== "pass") {
      const before = found.get(failure.category) ?? 0;
      found.set(failure.category, before + 1);
      if (before < listed) fields = wrongFields(result);
    }
    const { toolCalls, suspectFailedToolCalls = 0 } = template?.agentMetrics ?? {};
    const score = template?.templateVerificationPerformed ? template.verifyGranularResult : null;
    return {
      questionId: metadata.questionId,
      questionText: metadata.questionText,
      ...(metadata.promptId !== undefined && { promptId: metadata.promptId }),
      keywords: metadata.keywords,
      scenarioId: metadata.scenarioId,
      scenarioNode: metadata.scenarioNode,
      scenarioTurn: metadata.scenarioTurn,
      turnId: metadata.scenarioId === null ? null : metadata.resultId,
      replicate: metadata.replicate,
      evaluationMode: metadata.evaluationMode,
      executionTime: metadata.executionTime,
      answering: answeringModel(metadata),
      parsing: parsingModel(metadata),
      model: shortModelName(metadata.answering),
      judge: shortModelName(metadata.parsing),
      outcome,
      hadTemplate: hadTemplate(result),
      lacksInfrastructure: lacksInfrastructure(result),
      failure:
        failure === null
          ? null
          : { category: failure.category, stage: failure.stage, reason: failure.reason },
      fields,
      reused: metadata.reused?.what ?? null,
      storedReplies: storedReplies(result),
      isWholeWork: isWholeWork(result),
      tokens: tokensOf(template),
      ...spentBy(stages),
      isCostKnown: isCostKnown(result),
      usageUnavailable: template?.usageUnavailable ?? false,
      granular: typeof score === "number" ? score : null,
      agent: toolCalls === undefined ? null : { toolCalls, suspectFailedToolCalls },
      turnLimit: template?.recursionLimitReached ?? false,
      rubric: rubric === null ? null : countedRubric(rubric),
    };
  };
}

const answerKey = "answer_generation";

function tokensOf(template: VerificationResult["template"]): CountedResult["tokens"] {
  const answer = { input: 0, output: 0 };
  const judge = { input: 0, output: 0 };
  for (const [key, usage] of Object.entries(template?.usageMetadata ?? {})) {
    if (key === "total") continue;
    const part = key === answerKey ? answer : judge;
    part.input += usage.inputTokens;
    part.output += usage.outputTokens;
  }
  return { answer, judge };
}

function spentBy(stages: VerificationResult["stages"]): Pick<CountedResult, "spent" | "costs"> {
  const spent = { input: 0, output: 0 };
  const costs: number[] = [];
  for (const stage of stages) {
    spent.input += stage.inputTokens;
    spent.output += stage.outputTokens;
    if (stage.costUsd !== null) costs.push(stage.costUsd);
  }
  return { spent, costs };
}

/** Results without stages tell their tokens. */
function isCostKnown({ stages, template }: VerificationResult): boolean {
  if (stages.length === 0)
    return Object.values(template?.usageMetadata ?? {}).every(({ totalTokens }) => totalTokens === 0);
  return isCostOfStagesKnown(stages);
}
