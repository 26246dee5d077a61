// Authoring
export type { AgenticTraitInput } from "./authoring/agentic-trait.ts";
export { agenticTrait } from "./authoring/agentic-trait.ts";
export type { TraitTexts } from "./authoring/author-trait.ts";
export type { CallableTraitInput } from "./authoring/callable-trait.ts";
export { callableTrait } from "./authoring/callable-trait.ts";
export type { JudgedInput } from "./authoring/judged-input.ts";
export type { LLMTraitInput } from "./authoring/llm-trait.ts";
export { llmTrait } from "./authoring/llm-trait.ts";
export type { MetricTraitInput } from "./authoring/metric-trait.ts";
export { metricTrait } from "./authoring/metric-trait.ts";
export type { RegexTraitInput } from "./authoring/regex-trait.ts";
export { regexTrait } from "./authoring/regex-trait.ts";
export { dynamicRubric, rubric } from "./authoring/rubric.ts";
// Dynamic rubrics
export { conceptOf } from "./dynamic/concept.ts";
export type { DynamicResolution, ResolvedRubric } from "./dynamic/dynamic-rubric.ts";
export {
  checkDynamicNames,
  DynamicRubric,
  excludedTraitReason,
  mergeDynamicRubrics,
  resolveDynamicRubric,
} from "./dynamic/dynamic-rubric.ts";
// Rubrics
export type { FilteredRubric, UnknownTraitName } from "./filter-traits.ts";
export { filterTraits, unknownTraitNames } from "./filter-traits.ts";
// What a judge fills in
export type { FormReply, JudgeForm } from "./forms/judge-form.ts";
export { closedObject } from "./forms/judge-form.ts";
export { literalBatchForm } from "./forms/literal-batch.ts";
export { metricForm } from "./forms/metric.ts";
export { presenceForm } from "./forms/presence.ts";
export type { TraitJudgements } from "./forms/score-batch.ts";
export { scoreBatchForm } from "./forms/score-batch.ts";
export { singleTraitForm } from "./forms/single-trait.ts";
export type { ClassesInput } from "./judged/classes.ts";
export { TraitClass } from "./judged/classes.ts";
export type { JudgedTrait } from "./judged/judged-kind.ts";
export { JudgedKind, TemplateKind } from "./judged/judged-kind.ts";
// What a value is worth
export { acceptTraitValue, failTrait } from "./judged/list.ts";
export type { TraitJudgement, TraitScores } from "./judgement.ts";
export type { MergedRubric, TraitConflict, TraitOrigin, TraitProvenance } from "./merge-rubrics.ts";
export { mergedRubric, mergeRubrics } from "./merge-rubrics.ts";
// Rating nodes of a checkpoint
export type { RatingScope } from "./ratings/rating.ts";
export { ratingTypes } from "./ratings/rating-types.ts";
export type { RatedTraits } from "./ratings/ratings-from-traits.ts";
export { ratingsFromTraits } from "./ratings/ratings-from-traits.ts";
export type { RatingNote } from "./ratings/read-rating.ts";
export type { TraitsOfRatings } from "./ratings/traits-from-ratings.ts";
export { traitsFromRatings } from "./ratings/traits-from-ratings.ts";
export { allTraits, emptyRubric, isEmptyRubric, Rubric, rubricFromTraits } from "./rubric.ts";
export { dynamicRubricProblems, rubricProblems, traitObstacle, traitProblems } from "./rubric-problems.ts";
export { directionalities, maxScores, traitResultKeys } from "./scales.ts";
export { traitFromRecord } from "./trait-record.ts";
// Traits
export { AgenticRubricTrait, ContextMode } from "./traits/agentic.ts";
export { acceptCallableValue, CallableRubricTrait } from "./traits/callable.ts";
export type { CallableFunction } from "./traits/callable-code.ts";
export { CallableCode } from "./traits/callable-code.ts";
export type { RubricTrait, TraitOf, TraitType } from "./traits/list.ts";
export { traitTypes } from "./traits/list.ts";
export { LLMRubricTrait } from "./traits/llm.ts";
export type { Bucket } from "./traits/metric.ts";
export { EvaluationMode, MetricName, MetricRubricTrait } from "./traits/metric.ts";
export type { MetricScores } from "./traits/metric-scores.ts";
export { acceptConfusionLists, ConfusionLists, computeMetrics, noConfusion } from "./traits/metric-scores.ts";
export { ModelOverride, namedModel, refusedSettings } from "./traits/model-override.ts";
export { evaluateRegexTrait, RegexRubricTrait } from "./traits/regex.ts";
export { inPlaceOf } from "./unusable-trait.ts";
