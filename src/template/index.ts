// Authoring

// The template as data
export type {
  Answer,
  AnswerTemplate,
  Composition,
  ConditionalGroundTruth,
  CustomCheckContext,
  CustomVerify,
  CustomVerifyGranular,
  FieldVerification,
  GroundTruthCase,
  RegexCheck,
  SourceText,
  TemplateField,
} from "./answer-template.ts";
export type {
  AnswerOf,
  ExtractedField,
  ExtractedOptions,
  RegexOptions,
  TemplateFields,
  TemplateOptions,
  VerifiedField,
  VerifiedName,
  VerifiedOptions,
} from "./authoring/authoring.ts";
export { answerTemplate, extracted, verified } from "./authoring/authoring.ts";
export type { CustomChecks } from "./authoring/template-data.ts";
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
export type { AcceptedAnswer } from "./extraction/accept-answer.ts";
export { acceptAnswer, emptyAnswer, unansweredKey } from "./extraction/accept-answer.ts";
export { extractionHints, judgeSchema } from "./extraction/judge-schema.ts";
export { acceptsNull } from "./extraction/read-value.ts";
export type { ScenarioContext } from "./ground-truth.ts";
export {
  conditionalGroundTruth,
  groundTruthCases,
  groundTruthOf,
  isConditional,
  resolveGroundTruth,
} from "./ground-truth.ts";
// Primitives
export type {
  AnyPrimitive,
  BooleanMatchOptions,
  CheckTools,
  ContainsAllOptions,
  ContainsAnyOptions,
  DateMatchOptions,
  DateRangeOptions,
  DateToleranceOptions,
  ExactMatchOptions,
  ListValue,
  LiteralMatchOptions,
  NormalizerName,
  Normalizers,
  NumericExactOptions,
  NumericGradedOptions,
  NumericMaximumOptions,
  NumericMinimumOptions,
  NumericRangeGradedOptions,
  NumericRangeOptions,
  NumericThresholdGradedOptions,
  NumericToleranceOptions,
  NumericValue,
  OrderedMatchOptions,
  Primitive,
  PrimitiveSpec,
  RegexMatchOptions,
  ResolvedPrimitive,
  SemanticMatchOptions,
  SetContainmentOptions,
  SynonymMap,
  TraceContainsOptions,
  TraceLengthOptions,
  TraceRegexOptions,
} from "./primitives/index.ts";
export {
  booleanMatch,
  containsAll,
  containsAny,
  dateMatch,
  dateRange,
  dateTolerance,
  exactMatch,
  findPrimitive,
  literalMatch,
  nearestPrimitiveNames,
  numericExact,
  numericGraded,
  numericMaximum,
  numericMinimum,
  numericRange,
  numericRangeGraded,
  numericThresholdGraded,
  numericTolerance,
  orderedMatch,
  primitiveSpecFromWire,
  primitiveSpecToWire,
  primitives,
  primitivesTable,
  regexMatch,
  resolvePrimitive,
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
  isTraceField,
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
export type { WeightedScore } from "./verification/granular-score.ts";
export { granularScore } from "./verification/granular-score.ts";
export { statesNothing } from "./verification/states-nothing.ts";
export type { TemplateVerification, VerifyAnswerContext } from "./verification/verify-answer.ts";
export { fieldsPass, verifyAnswer } from "./verification/verify-answer.ts";
export type { RegexDetail, RegexVerification } from "./verification/verify-regex.ts";
export { verifyRegex } from "./verification/verify-regex.ts";
