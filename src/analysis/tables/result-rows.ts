import * as z from "zod";
import {
  hadTemplate,
  lacksInfrastructure,
  storedReplies,
  type VerificationResult,
  type VerificationResultDeepJudgment,
  type VerificationResultMetadata,
  type VerificationResultRubric,
  type VerificationResultTemplate,
} from "../../result/index.ts";
import { joinedText, sumOf } from "./cell-text.ts";
import {
  flag,
  flagOrNull,
  integer,
  integerOrNull,
  number,
  numberOrNull,
  text,
  textOrNull,
} from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

type ColumnsOf<Section> = { readonly [Key in keyof Section]?: z.ZodType };

const metadataColumns = {
  questionText: text("what was asked"),
  rawAnswer: textOrNull("the reference answer of the benchmark"),
  completedWithoutErrors: flag("false only where judge, template or infrastructure failed"),
  error: textOrNull("the message of that error"),
  evaluationMode: textOrNull("`template_only`, `template_and_rubric` or `rubric_only`"),
  executionTime: number("wall time in seconds"),
  answeringSystemPrompt: textOrNull("the system prompt of the model under test"),
  parsingSystemPrompt: textOrNull("the system prompt of the judge"),
  fewShotEnabled: flag("true: examples stood before the question"),
  fewShotExampleCount: integer("how many examples did"),
  scenarioId: textOrNull("the scenario it belongs to"),
  scenarioNode: textOrNull("the node of the scenario"),
  scenarioTurn: integerOrNull("the turn of the scenario"),
} satisfies ColumnsOf<VerificationResultMetadata>;

const templateColumns = {
  rawLlmResponse: textOrNull("the answer as text: the whole trace of an agent"),
  templateVerificationPerformed: flagOrNull("true: the template decided"),
  verifyResult: flagOrNull("the verdict; `outcome` says what the result counts as"),
  compositionStrategy: textOrNull("`all_of`, `any_of`, `at_least_n(N)` or the name of a custom rule"),
  fieldVerificationError: textOrNull("why the fields could not be verified"),
  embeddingCheckPerformed: flagOrNull("true: a failed answer was compared by embeddings"),
  embeddingSimilarityScore: numberOrNull("similarity of answer and ground truth; 1: the same"),
  embeddingOverrideApplied: flagOrNull("true: a verdict of false became a pass"),
  embeddingModelUsed: textOrNull("the embedding model"),
  abstentionCheckPerformed: flagOrNull("true: a judge was asked whether the model refused"),
  abstentionDetected: flagOrNull("true: the model refused"),
  abstentionOverrideApplied: flagOrNull("true: the refusal decided"),
  abstentionReasoning: textOrNull("why the judge says so"),
  sufficiencyCheckPerformed: flagOrNull("true: a judge was asked whether the answer holds enough"),
  sufficiencyDetected: flagOrNull("true: the answer holds enough"),
  sufficiencyOverrideApplied: flagOrNull("true: a lack of content decided"),
  sufficiencyReasoning: textOrNull("why the judge says so"),
  regexValidationsPerformed: flagOrNull("true: the template's patterns were matched"),
  regexOverallSuccess: flagOrNull("true: all patterns passed"),
  recursionLimitReached: flagOrNull("true: the agent was stopped at its turn limit"),
  responseTimeoutPartial: flagOrNull("true: the answer was cut off at its time limit"),
  usageUnavailable: flagOrNull("true: the provider sent no token counts, zeros are unknowns"),
} satisfies ColumnsOf<VerificationResultTemplate>;

const rubricColumns = {
  rubricEvaluationPerformed: flagOrNull("true: traits were judged"),
  rubricEvaluationStrategy: textOrNull("`batch` or `sequential`"),
} satisfies ColumnsOf<VerificationResultRubric>;

const deepJudgmentColumns = {
  deepJudgmentMode: textOrNull("`disabled`, `reasoning_only` or `full`"),
  deepJudgmentPerformed: flagOrNull("true: fields were judged from evidence"),
  deepJudgmentModelCalls: integerOrNull("calls of the judge for that"),
  deepJudgmentExcerptRetryCount: integerOrNull("how often it was asked again for quotations"),
} satisfies ColumnsOf<VerificationResultDeepJudgment>;

/** The columns that show a field of a section as it is stored. */
export const sectionColumns = {
  metadata: metadataColumns,
  template: templateColumns,
  rubric: rubricColumns,
  deepJudgment: deepJudgmentColumns,
};

const computedColumns = {
  hasTemplate: flag("true: something was to be verified, so that the result can be in a pass rate"),
  lacksInfrastructure: flag("true: infrastructure failed, in the whole task or in a check or traits"),
  granularScore: numberOrNull("partial credit of a verified template, where it gives a number"),
  conversationMessages: integerOrNull("messages before the question; null: the question is its text alone"),
  conversation: textOrNull(
    "what stood before the question, for people: its system prompt and messages, each as `role: text`, with a blank line between",
  ),
  attachments: textOrNull("the names of files that went with the question, joined by commas"),
  failureCategory: textOrNull("why the result is no pass"),
  failureGroup: textOrNull("the family of that category"),
  failureStage: textOrNull("the stage that found it"),
  failureReason: textOrNull("the same in words"),
  caveats: textOrNull("notes that do not change the verdict, joined by commas"),
  warningCount: integer("how many warnings the result has"),
  keywords: textOrNull("the question's keywords, joined by commas"),
  reused: textOrNull(
    "`answer` or `result`: what was taken over from an earlier run, which nothing was spent for",
  ),
  reusedResultId: textOrNull("the result that it comes from"),
  scenarioPath: textOrNull("the nodes visited so far, joined by arrows"),
  answeringInterface: text("how the model under test is reached"),
  answeringModelName: text("its name as its vendor or server has it"),
  answeringConfigId: textOrNull("the id it was given, where that differs from its name"),
  promptId: textOrNull("the prompt of the run that it was asked with"),
  answeringMcpServers: textOrNull("MCP servers whose tools it had, joined by commas"),
  parsingInterface: text("how the judge is reached"),
  parsingModelName: text("its name as its vendor or server has it"),
  parsingConfigId: textOrNull("the id it was given, where that differs from its name"),
  answerInputTokens: number("tokens that the answer rests on, sent"),
  answerOutputTokens: number("tokens that the answer rests on, received"),
  judgeInputTokens: number("tokens that judging rests on, sent"),
  judgeOutputTokens: number("tokens that judging rests on, received"),
  inputTokens: number("tokens really spent, sent: a shared answer counts for one result only"),
  outputTokens: number("tokens really spent, received"),
  costUsd: numberOrNull("US dollars really spent, over the stages that know their cost"),
  modelCalls: integer("calls of models"),
  storedReplies: integer("replies taken from the store of replies, which nothing was spent for"),
  retries: integer("repeated calls of models"),
  agentIterations: integerOrNull("think-act cycles of the agent"),
  agentToolCalls: integerOrNull("calls of tools"),
  agentToolsUsed: textOrNull("tools called, joined by commas"),
  retrievedContextCount: integerOrNull("passages that were looked up for the answer"),
  agentSuspectedFailures: integerOrNull("outputs of tools that are errors or read like one"),
};

/** A whole result as one flat row. */
export const ResultRow = z.object({
  ...contextColumns,
  ...metadataColumns,
  ...computedColumns,
  ...templateColumns,
  ...rubricColumns,
  ...deepJudgmentColumns,
});
export type ResultRow = z.infer<typeof ResultRow>;

/** Of a section what columns ask for. */
function pick<Section extends object, Key extends keyof Section & string>(
  section: Section,
  columns: { readonly [K in Key]: z.ZodType },
) {
  const picked = Object.keys(columns).map((key) => [key, Reflect.get(section, key)]);
  // The keys are those of the columns, which fromEntries forgets.
  return Object.fromEntries(picked) as Pick<Section, Key>;
}

/** The same of one that may not have run; nulls where it did not. */
function pickIfRun<Section extends object, Key extends keyof Section & string>(
  section: Section | null,
  columns: { readonly [K in Key]: z.ZodType },
) {
  if (section !== null) return pick(section, columns);
  return Object.fromEntries(Object.keys(columns).map((key) => [key, null])) as { readonly [K in Key]: null };
}

const answerUsage = "answer_generation";

function tokensOf(template: VerificationResultTemplate | null) {
  const usage = Object.entries(template?.usageMetadata ?? {}).filter(([key]) => key !== "total");
  const sum = (isAnswer: boolean, side: "inputTokens" | "outputTokens") =>
    sumOf(usage.filter(([key]) => (key === answerUsage) === isAnswer).map(([, one]) => one[side]));
  return {
    answerInputTokens: sum(true, "inputTokens"),
    answerOutputTokens: sum(true, "outputTokens"),
    judgeInputTokens: sum(false, "inputTokens"),
    judgeOutputTokens: sum(false, "outputTokens"),
  };
}

function spentOf({ stages, metadata }: VerificationResult) {
  const costs = stages.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    inputTokens: sumOf(stages.map(({ inputTokens }) => inputTokens)),
    outputTokens: sumOf(stages.map(({ outputTokens }) => outputTokens)),
    costUsd: costs.length === 0 ? null : sumOf(costs),
    modelCalls: sumOf(stages.map(({ modelCalls }) => modelCalls)),
    storedReplies: storedReplies({ stages }),
    retries: sumOf(Object.values(metadata.retryCounts ?? {}).map(({ used }) => used)),
  };
}

function conversationOf({ conversation }: VerificationResultMetadata) {
  const { systemPrompt = null, messages = [], attachments = [] } = conversation ?? {};
  const said = messages.map(({ role, content }) => `${role}: ${content}`);
  return {
    conversationMessages: conversation?.messages.length ?? null,
    conversation: joinedText(systemPrompt === null ? said : [`system: ${systemPrompt}`, ...said], "\n\n"),
    attachments: joinedText(attachments.map(({ name }) => name)),
  };
}

function computedOf(result: VerificationResult) {
  const { metadata, template } = result;
  const { failure, answering, parsing } = metadata;
  const score = template?.verifyGranularResult;
  const agent = template?.agentMetrics;
  return {
    hasTemplate: hadTemplate(result),
    lacksInfrastructure: lacksInfrastructure(result),
    granularScore: template?.templateVerificationPerformed && typeof score === "number" ? score : null,
    ...conversationOf(metadata),
    failureCategory: failure?.category ?? null,
    failureGroup: failure?.group ?? null,
    failureStage: failure?.stage ?? null,
    failureReason: failure?.reason ?? null,
    caveats: joinedText(metadata.caveats),
    warningCount: metadata.warnings.length,
    keywords: joinedText(metadata.keywords),
    reused: metadata.reused?.what ?? null,
    reusedResultId: metadata.reused?.resultId ?? null,
    scenarioPath: joinedText(metadata.scenarioPath, " -> "),
    answeringInterface: answering.interface,
    answeringModelName: answering.modelName,
    answeringConfigId: answering.configId,
    promptId: metadata.promptId ?? null,
    answeringMcpServers: joinedText(template?.answeringMcpServers),
    parsingInterface: parsing.interface,
    parsingModelName: parsing.modelName,
    parsingConfigId: parsing.configId,
    ...tokensOf(template),
    ...spentOf(result),
    agentIterations: agent?.iterations ?? null,
    agentToolCalls: agent?.toolCalls ?? null,
    agentToolsUsed: joinedText(agent?.toolsUsed),
    retrievedContextCount: template?.retrievedContexts?.length ?? null,
    agentSuspectedFailures: agent?.suspectFailedToolCalls ?? null,
  };
}

/** The results themselves. */
export const resultsTable = defineTable({
  name: "results",
  about: "one row per result",
  schema: ResultRow,
  rowsOf: (result) => [
    {
      ...contextOf(result),
      ...pick(result.metadata, metadataColumns),
      ...computedOf(result),
      ...pickIfRun(result.template, templateColumns),
      ...pickIfRun(result.rubric, rubricColumns),
      ...pickIfRun(result.deepJudgment, deepJudgmentColumns),
    },
  ],
});
