// What runs left behind
export type { Leftover, LeftoverPlace, LeftoverRemoval } from "../workspaces/index.ts";
export type { AnswerFields } from "./answers/answer-fields.ts";
// Answers of other programs
export { AnswerFieldsShape } from "./answers/answer-fields.ts";
export type { JudgeAnswersOptions, JudgedAnswers } from "./answers/judge-answers.ts";
export { judgeAnswers, settingsOfAnswers } from "./answers/judge-answers.ts";
export type { OpenedAnswers } from "./answers/open-answers.ts";
export { openAnswers } from "./answers/open-answers.ts";
export { rubricBenchmark } from "./answers/rubric-benchmark.ts";
export type { UnusedRow } from "./answers/stored-answer.ts";
// Benchmarks
export { Benchmark } from "./benchmark.ts";
export { checkBudget } from "./check/check-budget.ts";
export type { RubricCheck } from "./check/check-rubrics.ts";
export { checkRubrics, obstacleOf } from "./check/check-rubrics.ts";
// Checks of a benchmark
export type { ScenarioCheck } from "./check/check-scenarios.ts";
export { checkScenario, checkScenarios } from "./check/check-scenarios.ts";
export { checkTemplateSource } from "./check/check-template-source.ts";
export type { TemplateCheck } from "./check/check-templates.ts";
export { checkTemplates } from "./check/check-templates.ts";
export type { TemplateLimits } from "./check/read-template-spec.ts";
export { readTemplateSpec } from "./check/read-template-spec.ts";
// Running
export { budgetOf } from "./connect/budget-of.ts";
export { secretsOf } from "./connect/secrets.ts";
// Files of a run
export { listReadFiles, requireDistinctFiles } from "./distinct-files.ts";
export {
  executeRun,
  priceNotes,
  type ReplyCache,
  type RunParts,
  requirePrices,
} from "./execute-run.ts";
export type { RunExtensions } from "./extensions.ts";
export { combineExtensions, defineConfig, extensionMembers } from "./extensions.ts";
export { listLeftovers, removeLeftovers } from "./leftovers.ts";
// Planning
export { planRun } from "./plan/plan-run.ts";
export { pythonCodeWarning } from "./plan/template-warnings.ts";
export type { PreparedRun, RunSettings } from "./prepare-run.ts";
export { askedQuestions, listRunWarnings, prepareRun, resolveSettings } from "./prepare-run.ts";
export type { ResultStore } from "./results/result-store.ts";
export { storeResults } from "./results/result-store.ts";
export type { LogNotes, ResumeRequest } from "./results/run-log.ts";
export { placesOf, runHeader } from "./results/run-log.ts";
// Taking over from earlier runs
export type { RunForecast, StageForecast } from "./reuse/forecast-run.ts";
export { forecastRun } from "./reuse/forecast-run.ts";
export type { ReusePlan, ReuseRequest } from "./reuse/plan-reuse.ts";
export { answersOf, planReuse } from "./reuse/plan-reuse.ts";
export type { ReuseSource } from "./reuse/reuse-source.ts";
export { openReuseSource } from "./reuse/reuse-source.ts";
export type { KeyedTask } from "./reuse/task-keys.ts";
export { globalTraitsOfRun, questionTraitsOfRun } from "./rubrics/plan-rubrics.ts";
export { benchmarkTraitNames } from "./rubrics/question-rubric.ts";
export type { RunVerificationOptions } from "./run-options.ts";
export type { RunResults, RunSink } from "./run-results.ts";
export { runVerification } from "./run-verification.ts";
export { scenarioHint } from "./scenarios/selected-questions.ts";
// What programs log
export type { AggregatedRubrics, AggregatedTrait } from "./task-eval/aggregate-rubrics.ts";
export type { EvaluateOptions, TaskEvalConfig } from "./task-eval/evaluate.ts";
export type { LogCounts } from "./task-eval/live-log/live-log.ts";
export type { LogProblem, LogProblemKind } from "./task-eval/live-log/log-problem.ts";
export type { LogFileOptions } from "./task-eval/live-log/log-settings.ts";
export type {
  LogEvent,
  LoggedUsage,
  LogLevel,
  LogOptions,
  LogTarget,
  TraceMessage,
  TraceMessages,
} from "./task-eval/log-event.ts";
export type { MergeStrategy } from "./task-eval/merge-events.ts";
export type {
  PostHocJudgment,
  PostHocOptions,
  PostHocResultOptions,
  PostHocText,
} from "./task-eval/post-hoc.ts";
export { evaluateRubricOnResults, evaluateRubricOnTexts } from "./task-eval/post-hoc.ts";
export { StepEval } from "./task-eval/step-eval.ts";
export type { SummaryStats } from "./task-eval/summary-stats.ts";
export type { TaskEvalOptions } from "./task-eval/task-eval.ts";
export { TaskEval } from "./task-eval/task-eval.ts";
export { TaskEvalResult } from "./task-eval/task-eval-result.ts";
