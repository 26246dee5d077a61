// Running tasks

// What a task is made of
export type { AnswerSource, TakenAnswers } from "./answer-source.ts";
export { CompositionOptions, composeStageNames, RubricOutline } from "./compose.ts";
export { askedConversation } from "./conversation.ts";
// Writing stages
export type { FactName, Facts } from "./facts.ts";
export type { AnsweringModel, ParsingModel } from "./models.ts";
export type {
  AgenticParsingOptions,
  AgenticRubricOptions,
  DeepJudgmentOptions,
  PipelineOptions,
} from "./options.ts";
export { EvaluationMode } from "./options.ts";
export { StageOrchestrator } from "./orchestrator.ts";
export { type FrozenView, frozenViews } from "./own/frozen-views.ts";
export { copyOwnStage } from "./own/own-stage-copy.ts";
export { isOwnStage } from "./own/own-stages.ts";
export type {
  AnyStage,
  PipelineServices,
  SkipWithRuling,
  Stage,
  StageContext,
  StageOutcome,
  StageRuling,
} from "./stage.ts";
export { defineStage } from "./stage.ts";
export { recordStage } from "./stage-recorder.ts";
export { type OpeningStep, openingRecord } from "./stage-runner.ts";
export type { StageSettings } from "./stage-settings.generated.ts";
export { builtInStages } from "./stages/index.ts";
export { answerOfResult, storedUsage } from "./taken-answer.ts";
export type { ConfiguredModel, ShownTurn, Task, TaskRubric, Turn } from "./task.ts";
export {
  answerKey,
  configuredModelId,
  isTaskAbout,
  replicateNumber,
  taskKey,
  unitKey,
  walkKey,
} from "./task.ts";
