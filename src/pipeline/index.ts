// Running tasks

// What a task is made of
export type { AnswerSource } from "./answer-source.ts";
export { unsharedAnswers } from "./answer-source.ts";
export type { StageName } from "./compose.ts";
export { CompositionOptions, composeStageNames, RubricOutline } from "./compose.ts";
// Writing stages
export type {
  AbstentionFact,
  AgenticParsingFact,
  AgenticRubricFact,
  DeepJudgmentFact,
  DeepJudgmentRubricFact,
  EmbeddingFact,
  FactName,
  Facts,
  InvestigationFact,
  MissingAnswer,
  ParsedFact,
  PreParseCheckFact,
  ResponseFact,
  RubricFact,
  ScreeningFact,
  TraceValidationFact,
  WorkspaceFact,
} from "./facts.ts";
export type { AnsweringModel, ParsingModel } from "./models.ts";
export type {
  AgenticParsingOptions,
  AgenticRubricOptions,
  DeepJudgmentOptions,
  PipelineOptions,
  WorkspaceOptions,
} from "./options.ts";
export { EvaluationMode } from "./options.ts";
export { StageOrchestrator } from "./orchestrator.ts";
export type {
  AnyStage,
  KeyedUsage,
  PipelineError,
  PipelineLog,
  PipelineServices,
  SkipWithRuling,
  Stage,
  StageContext,
  StageFacts,
  StageOutcome,
  StageRuling,
} from "./stage.ts";
export { defineStage } from "./stage.ts";
export type { StageRunOptions } from "./stage-runner.ts";
export { builtInStages } from "./stages/index.ts";
export type { Task, TaskRubric } from "./task.ts";
export { answerKey, taskKey } from "./task.ts";
