// Authoring

export { dynamicRubric, rubric } from "./define-rubric.ts";
export type { AgenticTraitInput } from "./kinds/agentic/author.ts";
export { agenticTrait } from "./kinds/agentic/author.ts";
export type { CallableTraitInput } from "./kinds/callable/author.ts";
export { callableTrait } from "./kinds/callable/author.ts";
export type { LLMTraitInput } from "./kinds/llm/author.ts";
export { llmTrait } from "./kinds/llm/author.ts";
export type { MetricTraitInput } from "./kinds/metric/author.ts";
export { metricTrait } from "./kinds/metric/author.ts";
export type { RegexTraitInput } from "./kinds/regex/author.ts";
export { regexTrait } from "./kinds/regex/author.ts";
export type { RetrievalTraitInput } from "./kinds/retrieval/author.ts";
export {
  contextPrecision,
  contextRecall,
  contextRelevance,
  faithfulness,
} from "./kinds/retrieval/author.ts";
export { type ClassesInput, classList } from "./values/literal/classes.ts";

// Kinds of traits

export { ModelOverride, namedModel } from "./kinds/agentic/model-override.ts";
export { AgenticRubricTrait, ContextMode } from "./kinds/agentic/trait.ts";
export type { CallableFunction, CallableRunner } from "./kinds/callable/code.ts";
export { CallableCode } from "./kinds/callable/code.ts";
export { acceptCallableValue, CallableRubricTrait } from "./kinds/callable/trait.ts";
export type { RubricTrait, TraitType, TypeDecidedBy } from "./kinds/list.ts";
export {
  asksForDeepJudgment,
  isJudgedFromPassages,
  showsGroundTruth,
  sourceOf,
  traitKind,
  traitTypes,
  typesDecidedBy,
} from "./kinds/list.ts";
export { LLMRubricTrait } from "./kinds/llm/trait.ts";
export type { MetricScores } from "./kinds/metric/scores.ts";
export { ConfusionLists, computeMetrics } from "./kinds/metric/scores.ts";
export { MetricRubricTrait } from "./kinds/metric/trait.ts";
export { RegexRubricTrait } from "./kinds/regex/trait.ts";
export { RetrievalRubricTrait } from "./kinds/retrieval/trait.ts";
export type { NamedJudgements, TraitFailure, TraitResults } from "./kinds/trait-results.ts";
export {
  collectProblems,
  collectTraitResults,
  labelledTypes,
  resultKey,
  traitFieldNames,
  traitResultShape,
} from "./kinds/trait-results.ts";

// Rubrics

export { conceptOf } from "./dynamic/concept.ts";
export {
  DynamicRubric,
  excludedTraitReason,
  mergeDynamicRubrics,
  resolveDynamicRubric,
} from "./dynamic/dynamic-rubric.ts";
export { filterTraits, unknownTraitNames } from "./filter-traits.ts";
export type { MergedRubric, TraitConflict, TraitOrigin, TraitProvenance } from "./merge-rubrics.ts";
export { mergedRubric, mergeRubrics } from "./merge-rubrics.ts";
export {
  allTraits,
  emptyRubric,
  isEmptyRubric,
  listKey,
  Rubric,
  rubricFromTraits,
  traitLists,
} from "./rubric.ts";
export { dynamicRubricProblems, rubricProblems, traitObstacle } from "./rubric-problems.ts";
export { directionalities, maxScores, traitResultKeys } from "./scales.ts";

// What a judge is asked

export type { Accepted, JudgeForm } from "./asking/judge-form.ts";
export { closedObject, refused } from "./asking/judge-form.ts";
export { contextsRule, judgedSection, materialRule, severalTraits } from "./asking/judging-rules.ts";
export type { JudgingMaterial } from "./asking/material.ts";
export { criteriaOf } from "./asking/material.ts";
export type { TraitJudgements, TraitQuestion } from "./asking/trait-question.ts";
export { presenceForm, presencePrompt } from "./dynamic/presence.ts";
export { combinedForm } from "./values/combined-form.ts";
export { singleTraitForm, singleTraitPrompt } from "./values/single-trait.ts";

// What a value is worth

export type { TraitJudgement, TraitScores } from "./judgement.ts";
export { notJudged } from "./judgement.ts";
export { acceptTraitValue, failTrait, isSettled, valueTypeOf, valueTypes } from "./values/list.ts";

// Traits of files

export type { RatingScope } from "./kinds/rating-node.ts";
export { ratingTypes } from "./ratings/rating-types.ts";
export { ratingsFromTraits } from "./ratings/ratings-from-traits.ts";
export { traitsFromRatings } from "./ratings/traits-from-ratings.ts";
export { TraitValue } from "./trait-number.ts";
export { traitFromRecord } from "./trait-record.ts";
export { inPlaceOf } from "./unusable-trait.ts";
