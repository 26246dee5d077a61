// Authoring

// What a judge is asked
export type { FormReply, JudgeForm } from "./asking/judge-form.ts";
export { closedObject } from "./asking/judge-form.ts";
export { materialRule, severalTraits } from "./asking/judging-rules.ts";
export type { JudgingMaterial } from "./asking/material.ts";
export { criteriaOf } from "./asking/material.ts";
export type { TraitJudgements, TraitQuestion } from "./asking/trait-question.ts";
export { dynamicRubric, rubric } from "./define-rubric.ts";
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
export { presenceForm, presencePrompt } from "./dynamic/presence.ts";
// Rubrics
export type { FilteredRubric, UnknownTraitName } from "./filter-traits.ts";
export { filterTraits, unknownTraitNames } from "./filter-traits.ts";
export type { TraitJudgement, TraitScores } from "./judgement.ts";
export type { AgenticTraitInput } from "./kinds/agentic/author.ts";
export { agenticTrait } from "./kinds/agentic/author.ts";
export { ModelOverride, namedModel, refusedSettings } from "./kinds/agentic/model-override.ts";
// Traits
export { AgenticRubricTrait, ContextMode } from "./kinds/agentic/trait.ts";
export type { TraitTexts } from "./kinds/author-trait.ts";
export type { CallableTraitInput } from "./kinds/callable/author.ts";
export { callableTrait } from "./kinds/callable/author.ts";
export type { CallableFunction, CallableRunner } from "./kinds/callable/code.ts";
export { CallableCode } from "./kinds/callable/code.ts";
export { acceptCallableValue, CallableRubricTrait } from "./kinds/callable/trait.ts";
export type { RubricTrait, TraitOf, TraitType, TypeDecidedBy } from "./kinds/list.ts";
export { traitKind, traitTypes, typesDecidedBy } from "./kinds/list.ts";
export type { LLMTraitInput } from "./kinds/llm/author.ts";
export { llmTrait } from "./kinds/llm/author.ts";
export { LLMRubricTrait } from "./kinds/llm/trait.ts";
export type { MetricTraitInput } from "./kinds/metric/author.ts";
export { metricTrait } from "./kinds/metric/author.ts";
export type { MetricScores } from "./kinds/metric/scores.ts";
export {
  acceptConfusionLists,
  ConfusionLists,
  computeMetrics,
  noConfusion,
} from "./kinds/metric/scores.ts";
export type { Bucket } from "./kinds/metric/trait.ts";
export { EvaluationMode, MetricName, MetricRubricTrait } from "./kinds/metric/trait.ts";
// Rating nodes of a checkpoint
export type { RatingScope } from "./kinds/rating-node.ts";
export type { RegexTraitInput } from "./kinds/regex/author.ts";
export { regexTrait } from "./kinds/regex/author.ts";
export { evaluateRegexTrait } from "./kinds/regex/kind.ts";
export { RegexRubricTrait } from "./kinds/regex/trait.ts";
export type { NamedJudgements, TraitResults } from "./kinds/trait-results.ts";
export {
  collectTraitResults,
  labelledTypes,
  resultKey,
  traitFieldNames,
  traitResultShape,
} from "./kinds/trait-results.ts";
export type { MergedRubric, TraitConflict, TraitOrigin, TraitProvenance } from "./merge-rubrics.ts";
export { mergedRubric, mergeRubrics } from "./merge-rubrics.ts";
export { ratingTypes } from "./ratings/rating-types.ts";
export type { RatedTraits } from "./ratings/ratings-from-traits.ts";
export { ratingsFromTraits } from "./ratings/ratings-from-traits.ts";
export type { RatingNote } from "./ratings/read-rating.ts";
export type { TraitsOfRatings } from "./ratings/traits-from-ratings.ts";
export { traitsFromRatings } from "./ratings/traits-from-ratings.ts";
export {
  allTraits,
  emptyRubric,
  isEmptyRubric,
  listKey,
  Rubric,
  rubricFromTraits,
  traitLists,
} from "./rubric.ts";
export { dynamicRubricProblems, rubricProblems, traitObstacle, traitProblems } from "./rubric-problems.ts";
export { directionalities, maxScores, traitResultKeys } from "./scales.ts";
export { traitFromRecord } from "./trait-record.ts";
export { inPlaceOf } from "./unusable-trait.ts";
export { combinedForm } from "./values/combined-form.ts";
// What a value is worth
export { acceptTraitValue, failTrait, isSettled, valueTypeOf, valueTypes } from "./values/list.ts";
// Values
export type { ClassesInput } from "./values/literal/classes.ts";
export { TraitClass } from "./values/literal/classes.ts";
export { singleTraitForm, singleTraitPrompt } from "./values/single-trait.ts";
export type { ValueInput } from "./values/value-input.ts";
export type { ValuedTrait } from "./values/value-type.ts";
export { TemplateKind, ValueKind } from "./values/value-type.ts";
