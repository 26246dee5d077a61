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
export { acceptsNull, readValue } from "./extraction/read-value.ts";
export type { ScenarioContext } from "./ground-truth.ts";
export { conditionalGroundTruth, groundTruthOf, isConditional, resolveGroundTruth } from "./ground-truth.ts";
export { dateMatch } from "./primitives/date/date-match.ts";
export { dateRange } from "./primitives/date/date-range.ts";
export { dateTolerance } from "./primitives/date/date-tolerance.ts";
export { orderedMatch } from "./primitives/list/ordered-match.ts";
export { setContainment } from "./primitives/list/set-containment.ts";
export { primitives } from "./primitives/list.ts";
export { numericExact } from "./primitives/numeric/numeric-exact.ts";
export { numericGraded } from "./primitives/numeric/numeric-graded.ts";
export { numericMaximum } from "./primitives/numeric/numeric-maximum.ts";
export { numericMinimum } from "./primitives/numeric/numeric-minimum.ts";
export { numericRange } from "./primitives/numeric/numeric-range.ts";
export { numericRangeGraded } from "./primitives/numeric/numeric-range-graded.ts";
export { numericThresholdGraded } from "./primitives/numeric/numeric-threshold-graded.ts";
export { numericTolerance } from "./primitives/numeric/numeric-tolerance.ts";
// Primitives
export type { CheckTools, Primitive, PrimitiveSpec } from "./primitives/primitive.ts";
export { resolvePrimitive } from "./primitives/resolve-primitive.ts";
export { primitiveLines, primitivesTable } from "./primitives/table.ts";
export { booleanMatch } from "./primitives/text/boolean-match.ts";
export { containsAll } from "./primitives/text/contains-all.ts";
export { containsAny } from "./primitives/text/contains-any.ts";
export { exactMatch } from "./primitives/text/exact-match.ts";
export { literalMatch } from "./primitives/text/literal-match.ts";
export { Normalizers, normalizeText, synonyms } from "./primitives/text/normalizer.ts";
export { regexMatch } from "./primitives/text/regex-match.ts";
export { semanticMatch } from "./primitives/text/semantic-match.ts";
export { traceContains } from "./primitives/trace/trace-contains.ts";
export { traceLength } from "./primitives/trace/trace-length.ts";
export { traceRegex } from "./primitives/trace/trace-regex.ts";
export { proposeTemplate } from "./proposal/propose-template.ts";
export type { AnswerForm, ProposalRequest, TemplateProposal } from "./proposal/template-proposal.ts";
export type { TemplateSpec } from "./spec/template-spec.ts";
export { templateFromSpec, templateSpec, templateSpecSchema } from "./spec/template-spec.ts";
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
export type { TemplateProblem } from "./template-problem.ts";
export { TemplateError } from "./template-problem.ts";
export { templateSource } from "./template-source.ts";
export {
  findTemplateProblems,
  problemsWithTools,
  templateDoubts,
  validateTemplate,
} from "./validate-template.ts";
// What code decides
export type { ComparableValues, FieldCredit } from "./verification/equivalent-values.ts";
export { comparableValues, creditValues } from "./verification/equivalent-values.ts";
export { granularScore } from "./verification/granular-score.ts";
export { statesNothing } from "./verification/states-nothing.ts";
export type { TemplateVerification } from "./verification/verify-answer.ts";
export { fieldsPass, verifyAnswer } from "./verification/verify-answer.ts";
export { verifyRegex } from "./verification/verify-regex.ts";
// In words
export type { FieldWords, TemplateWords } from "./words/template-words.ts";
export { templateWords } from "./words/template-words.ts";
