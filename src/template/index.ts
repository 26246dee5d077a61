// Authoring

// The template as data
export type {
  Answer,
  AnswerTemplate,
  Composition,
  ConditionalGroundTruth,
  CustomCheckContext,
  RegexCheck,
  TemplateField,
} from "./answer-template.ts";
export type { AnswerOf, TemplateFields, TemplateOptions, VerifiedOptions } from "./authoring/authoring.ts";
export { answerTemplate, extracted, verified } from "./authoring/authoring.ts";
export { templateFromData } from "./authoring/template-data.ts";
export { templateFromDraft } from "./authoring/template-draft.ts";
export type { Condition } from "./composition.ts";
export {
  allOf,
  anyOf,
  atLeastN,
  compositionLabel,
  compositionPasses,
  fieldCheck,
  fieldsMentioned,
} from "./composition.ts";
// What the judge sees and says
export { acceptAnswer, emptyAnswer } from "./extraction/accept-answer.ts";
export { extractionHints, judgeSchema } from "./extraction/judge-schema.ts";
export { acceptsNull } from "./extraction/read-value.ts";
export type { ScenarioContext } from "./ground-truth.ts";
export { conditionalGroundTruth, groundTruthOf, resolveGroundTruth } from "./ground-truth.ts";
// Primitives
export type { CheckTools, Primitive, PrimitiveSpec } from "./primitives/index.ts";
export {
  booleanMatch,
  containsAll,
  containsAny,
  dateMatch,
  dateRange,
  dateTolerance,
  exactMatch,
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
  primitives,
  primitivesTable,
  regexMatch,
  semanticMatch,
  setContainment,
  synonyms,
  traceContains,
  traceLength,
  traceRegex,
} from "./primitives/index.ts";
export { noTemplateId, templateId } from "./template-id.ts";
export type { TemplateKind } from "./template-kind.ts";
export {
  judgedFields,
  needsJudge,
  semanticThreshold,
  templateKind,
  undecidedFields,
  usesSemanticMatch,
} from "./template-kind.ts";
export { templateSource } from "./template-source.ts";
export { templateDoubts, validateTemplate } from "./validate-template.ts";
// What code decides
export type { ComparableValues, FieldCredit } from "./verification/equivalent-values.ts";
export { comparableValues, creditValues } from "./verification/equivalent-values.ts";
export { granularScore } from "./verification/granular-score.ts";
export { statesNothing } from "./verification/states-nothing.ts";
export type { TemplateVerification } from "./verification/verify-answer.ts";
export { fieldsPass, verifyAnswer } from "./verification/verify-answer.ts";
export { verifyRegex } from "./verification/verify-regex.ts";
