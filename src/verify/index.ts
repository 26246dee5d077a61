// What runs left behind
export type {
  Leftover,
  LeftoverList,
  LeftoverPlace,
  LeftoverRemoval,
  LeftoverState,
} from "../workspaces/index.ts";
// Benchmarks
export { Benchmark } from "./benchmark.ts";
// Checks of a benchmark
export type { CheckBudget } from "./check/check-budget.ts";
export { checkBudget } from "./check/check-budget.ts";
export type { RubricCheck } from "./check/check-rubrics.ts";
export { checkRubrics, obstacleOf } from "./check/check-rubrics.ts";
export { checkTemplateSource } from "./check/check-template-source.ts";
export type { TemplateCheck } from "./check/check-templates.ts";
export { checkTemplates } from "./check/check-templates.ts";
// Results and files
export { collectResults } from "./collect-results.ts";
export { requireDistinctFiles, settingFiles } from "./distinct-files.ts";
export type { RunExtensions } from "./extensions.ts";
export { listLeftovers, removeLeftovers } from "./leftovers.ts";
// Planning
export type { RunPlan } from "./plan/plan-run.ts";
export { planRun } from "./plan/plan-run.ts";
export { resultOrder } from "./plan/result-order.ts";
export { selectedQuestions } from "./plan/selected-questions.ts";
export { pythonTemplateWarning, templateWarnings } from "./plan/template-warnings.ts";
export { globalTraitsOfRun, questionTraitsOfRun } from "./rubrics/plan-rubrics.ts";
export { benchmarkTraitNames } from "./rubrics/question-rubric.ts";
// Running
export type { RunLogSubject } from "./run-log.ts";
export { runLog } from "./run-log.ts";
export type { RunQuestionsOptions, RunResults } from "./run-questions.ts";
export { runQuestions } from "./run-questions.ts";
export type { RunVerificationOptions } from "./run-verification.ts";
export { runVerification } from "./run-verification.ts";
