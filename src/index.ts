// Numbers of a run
// Statistics
export type {
  Agreement,
  AlphaOptions,
  BootstrapMean,
  ClusterCount,
  ClusteredRate,
  ClusteredValues,
  Interval,
  IntervalOptions,
  KappaOptions,
  Metric,
  PairedCount,
  PairedDifference,
  PairedPower,
  PairSummary,
  PassOfK,
  PassRate,
  PowerOptions,
  RandomWords,
  Ratings,
  ResampleOptions,
  RunSummary,
  SignFlipTest,
  Stability,
  SummaryOptions,
} from "./analysis/index.ts";
export {
  bootstrapMean,
  clusteredRate,
  cohenKappa,
  fleissKappa,
  holmAdjust,
  krippendorffAlpha,
  mcnemarExact,
  pairedDifference,
  pairedPower,
  passAtK,
  passOfK,
  passPowerK,
  randomWords,
  rawAgreement,
  signFlipTest,
  stabilityOf,
  summarize,
  wilsonInterval,
} from "./analysis/index.ts";
// Errors, and values that cross files
export type {
  Clock,
  Environment,
  ErrorCode,
  JsonObject,
  JsonSchema,
  JsonValue,
  PatternEngine,
  TransportCategory,
} from "./base/index.ts";
export { KareninaError, ReplyError, systemClock, TransportError } from "./base/index.ts";
// Benchmarks: questions with templates
export type {
  FewShotExample,
  Question,
  QuestionChanges,
  QuestionFilter,
  QuestionInput,
  QuestionTemplate,
  RubricInput,
  RubricProblem,
  TemplateInput,
  TemplateSource,
} from "./benchmark/index.ts";
export { benchmarkFingerprint, CheckpointError, questionId, validateRubrics } from "./benchmark/index.ts";
// Configuration, presets and running
export type {
  ConfigOverrides,
  Preset,
  ResolvedConfig,
  SearchFunction,
  SearchObject,
} from "./config/index.ts";
export {
  FewShotConfig,
  fewShot,
  listSideEffects,
  loadPreset,
  ModelConfig,
  resolveConfig,
  savePreset,
  VerificationConfig,
  verificationConfigFromOverrides,
} from "./config/index.ts";
// Evidence: where a quotation stands in a text
export type { Difference, ExcerptMatch, Refusal, TextIndex, TextRange } from "./evidence/index.ts";
export { indexText, refusalOf } from "./evidence/index.ts";
// Deep judgment
export type {
  EvidenceSettings,
  EvidenceStrategy,
  RubricDeepJudgment,
  RubricDeepJudgmentOptions,
  TemplateDeepJudgment,
  TraitDeepJudgment,
  TraitDeepJudgmentInput,
  TraitRecord,
} from "./judge/index.ts";
// Models: own interfaces, and models that are values of the program
export type {
  ConnectContext,
  ModelInterface,
  RawConnection,
  ResolvedModel,
  SdkLanguageModel,
} from "./models/definition/index.ts";
export type {
  AnswerContext,
  AnswerFunction,
  GivenAnswer,
  OwnAgent,
  OwnLlm,
} from "./models/given-model/index.ts";
export type { AdapterAvailability, AdapterSpec, InterfaceDefinition } from "./models/index.ts";
export { AdapterRegistry, builtInInterfaces, defineInterface } from "./models/index.ts";
// The pipeline, for stages of your own
export type {
  AnsweringModel,
  AnyStage,
  CompositionOptions,
  EvaluationMode,
  FactName,
  Facts,
  ParsingModel,
  PipelineOptions,
  PipelineServices,
  SkipWithRuling,
  Stage,
  StageContext,
  StageOutcome,
  StageRuling,
  Task,
  TaskRubric,
} from "./pipeline/index.ts";
export { builtInStages, defineStage, StageOrchestrator } from "./pipeline/index.ts";
// Ports: what a connection of your own has to offer
export type {
  AgentPort,
  AgentReply,
  AgentRequest,
  CallableRunner,
  CallObserver,
  EmbedderPort,
  LlmPort,
  LlmReply,
  LlmRequest,
  ParseRequest,
  ParserPort,
  SearchOutcome,
  SearchPort,
  SearchResult,
  TemplateLoader,
} from "./ports/index.ts";
// Results
export type {
  Excerpt,
  ExportFormat,
  HallucinationRisk,
  MappedContent,
  Outcome,
  OutcomeCounts,
  ReadExportOptions,
  RejectedExcerpt,
  ResultFilter,
  Results,
  Ruling,
  StageRecord,
} from "./result/index.ts";
export {
  answeringModel,
  displayString,
  exportCsv,
  exportJson,
  Failure,
  getAllTraitScores,
  getLlmTraitLabels,
  getTraitByName,
  ModelIdentity,
  outcomeOf,
  parsingModel,
  readJsonExport,
  readResultLog,
  resultToJson,
  rubricDefinition,
  rubricFromDefinition,
  VerificationResult,
  VerificationResultSet,
} from "./result/index.ts";
// Rubrics: qualities of an answer
export type {
  AgenticTraitInput,
  CallableFunction,
  CallableTraitInput,
  ClassesInput,
  LLMTraitInput,
  MergedRubric,
  MetricScores,
  MetricTraitInput,
  RegexTraitInput,
  RubricTrait,
  TraitConflict,
  TraitOrigin,
  TraitProvenance,
  TraitType,
} from "./rubric/index.ts";
export {
  AgenticRubricTrait,
  agenticTrait,
  allTraits,
  CallableRubricTrait,
  ConfusionLists,
  callableTrait,
  computeMetrics,
  DynamicRubric,
  directionalities,
  dynamicRubric,
  LLMRubricTrait,
  llmTrait,
  MetricRubricTrait,
  maxScores,
  mergeDynamicRubrics,
  mergeRubrics,
  metricTrait,
  RegexRubricTrait,
  Rubric,
  regexTrait,
  rubric,
  rubricProblems,
  traitResultKeys,
} from "./rubric/index.ts";
// Events of a run
export type {
  CallFinished,
  CallRetried,
  LostModels,
  Outage,
  RunEvents,
  RunReport,
  RunStarted,
  RunStatus,
  TaskFinished,
} from "./run/index.ts";
// Answer templates: authoring
export type {
  AnswerOf,
  AnswerTemplate,
  Condition,
  CustomCheckContext,
  Primitive,
  TemplateOptions,
  TemplateSpec,
  VerifiedOptions,
} from "./template/index.ts";
// Primitives: deterministic checks of a field
export {
  allOf,
  answerTemplate,
  anyOf,
  atLeastN,
  booleanMatch,
  conditionalGroundTruth,
  containsAll,
  containsAny,
  dateMatch,
  dateRange,
  dateTolerance,
  exactMatch,
  extracted,
  fieldCheck,
  literalMatch,
  numericExact,
  numericGraded,
  numericMaximum,
  numericMinimum,
  numericRange,
  numericRangeGraded,
  numericThresholdGraded,
  numericTolerance,
  orderedMatch,
  regexMatch,
  semanticMatch,
  setContainment,
  synonyms,
  templateFromSpec,
  templateSource,
  templateSpec,
  traceContains,
  traceLength,
  traceRegex,
  validateTemplate,
  verified,
} from "./template/index.ts";
// Messages and usage
export type { Block, Message, Role, Usage } from "./trace/index.ts";
export { assistantMessage, messageText, systemMessage, userMessage } from "./trace/index.ts";
export type { RunExtensions, RunVerificationOptions } from "./verify/index.ts";
export { Benchmark, checkTemplateSource, defineConfig, runVerification } from "./verify/index.ts";
