// The benchmark and what it hands out

// What questions demand
export {
  type Demand,
  type DemandProfile,
  demandProfile,
  storedDemandProfile,
} from "./adele/demand-profile.ts";
export { type DemandScale, demandLevels, demandScale, demandScales } from "./adele/scales.ts";

// Attachments of questions
export { attachmentFinder, type FoundAttachment } from "./attachments/find-attachments.ts";
export { Benchmark } from "./benchmark.ts";
export type { BenchmarkContent } from "./benchmark-content.ts";
// The checkpoint file
export { benchmarkPath, checkpointPath, loadRubricFile, parseBenchmark } from "./benchmark-file.ts";
// Scenarios
export { withNodeTemplates } from "./checkpoint/scenario/node-templates.ts";
export type { OpenedBenchmark } from "./opened-file.ts";
export { changeBenchmark, openBenchmark } from "./opened-file.ts";
export { CheckpointError } from "./problems/problem.ts";
export type { QuestionFilter } from "./query/filter-questions.ts";
// Questions
export type {
  AttachmentInput,
  Conversation,
  ConversationTurn,
  QuestionAttachment,
} from "./question/conversation.ts";
export { attachmentName, conversationJson } from "./question/conversation.ts";
export type { FewShotExample, Question } from "./question/question.ts";
export { questionId } from "./question/question-id.ts";
export type { QuestionChanges, QuestionInput } from "./question/question-input.ts";
export type { QuestionTemplate, TemplateInput, TemplateSource } from "./question/question-template.ts";
export { templateIdOf } from "./question/question-template.ts";
export { benchmarkFingerprint, traitsJson } from "./report/benchmark-fingerprint.ts";
// Rubrics
export type { RubricInput } from "./rubrics/rubric-input.ts";
export { dynamicRubricOf, globalDynamicRubricOf, globalRubricOf, rubricOf } from "./rubrics/rubrics.ts";
export type { RubricProblem } from "./rubrics/validate-rubrics.ts";
export { validateRubrics } from "./rubrics/validate-rubrics.ts";
export type { HeldScenario } from "./scenarios/held-scenario.ts";
export { heldProblems } from "./scenarios/held-scenario.ts";
export type { BenchmarkScenario, ScenarioOptions } from "./scenarios/make-definition.ts";
export type { ScenarioInput } from "./scenarios/scenario.ts";
export { Scenario, scenario } from "./scenarios/scenario.ts";
// Questions as they stand in YAML
export type { PlaceInText } from "./yaml/question-text.ts";
export { placeInText, questionLines, questionTextIn, withQuestionText } from "./yaml/question-text.ts";
export { templatePlaces } from "./yaml/template-place.ts";
export { yamlQuestion } from "./yaml/write-form.ts";
