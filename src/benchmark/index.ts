// The benchmark and what it hands out
export type { BenchmarkClass, BenchmarkSetting, BenchmarkState } from "./benchmark.ts";
export { Benchmark } from "./benchmark.ts";
export type { BenchmarkContent, BenchmarkHeader, CheckpointWarning } from "./benchmark-content.ts";
// The checkpoint file
export { checkpointPath, loadCheckpoint, saveCheckpoint } from "./checkpoint/checkpoint-file.ts";
export type { CheckpointProblem } from "./checkpoint/problem.ts";
export { CheckpointError } from "./checkpoint/problem.ts";
export { readCheckpoint } from "./checkpoint/read-checkpoint.ts";
export { writeCheckpoint } from "./checkpoint/write-checkpoint.ts";
export type { HeaderChanges, HeaderInput } from "./header-input.ts";
export type { FieldCount } from "./query/count-by-field.ts";
export type { MetadataMatch, QuestionFilter } from "./query/filter-questions.ts";
export type { SearchOptions } from "./query/search-questions.ts";
// Questions
export type { FewShotExample, Question, QuestionContent } from "./question/question.ts";
export { questionId } from "./question/question-id.ts";
export type { QuestionChanges, QuestionInput } from "./question/question-input.ts";
export type { QuestionTemplate, TemplateInput, TemplateSource } from "./question/question-template.ts";
export { templateIdOf, writtenTemplate } from "./question/question-template.ts";
export { benchmarkFingerprint } from "./report/benchmark-fingerprint.ts";
export type { BenchmarkStatistics, BenchmarkSummary } from "./report/benchmark-summary.ts";
export type { Readiness } from "./report/readiness.ts";
// Rubrics
export type { RubricInput } from "./rubrics/rubric-input.ts";
export type { GlobalRubrics, Rubrics } from "./rubrics/rubrics.ts";
export { dynamicRubricOf, globalDynamicRubricOf, globalRubricOf, rubricOf } from "./rubrics/rubrics.ts";
export type { RubricProblem } from "./rubrics/validate-rubrics.ts";
export { validateRubrics } from "./rubrics/validate-rubrics.ts";
