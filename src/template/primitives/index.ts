// The contract of a primitive, and what reads it.

// Dates.
export type { DateMatchOptions } from "./date/date-match.ts";
export { dateMatch } from "./date/date-match.ts";
export type { DateRangeOptions } from "./date/date-range.ts";
export { dateRange } from "./date/date-range.ts";
export type { DateToleranceOptions } from "./date/date-tolerance.ts";
export { dateTolerance } from "./date/date-tolerance.ts";
// Lists.
export type { ListValue } from "./list/list-items.ts";
export type { OrderedMatchOptions } from "./list/ordered-match.ts";
export { orderedMatch } from "./list/ordered-match.ts";
export type { SetContainmentOptions } from "./list/set-containment.ts";
export { setContainment } from "./list/set-containment.ts";
export type { AnyPrimitive } from "./list.ts";
export { findPrimitive, primitives } from "./list.ts";
export type { NumericExactOptions } from "./numeric/numeric-exact.ts";
export { numericExact } from "./numeric/numeric-exact.ts";
export type { NumericGradedOptions } from "./numeric/numeric-graded.ts";
export { numericGraded } from "./numeric/numeric-graded.ts";
export type { NumericMaximumOptions } from "./numeric/numeric-maximum.ts";
export { numericMaximum } from "./numeric/numeric-maximum.ts";
export type { NumericMinimumOptions } from "./numeric/numeric-minimum.ts";
export { numericMinimum } from "./numeric/numeric-minimum.ts";
export type { NumericRangeOptions } from "./numeric/numeric-range.ts";
export { numericRange } from "./numeric/numeric-range.ts";
export type { NumericRangeGradedOptions } from "./numeric/numeric-range-graded.ts";
export { numericRangeGraded } from "./numeric/numeric-range-graded.ts";
export type { NumericThresholdGradedOptions } from "./numeric/numeric-threshold-graded.ts";
export { numericThresholdGraded } from "./numeric/numeric-threshold-graded.ts";
export type { NumericToleranceOptions } from "./numeric/numeric-tolerance.ts";
export { numericTolerance } from "./numeric/numeric-tolerance.ts";
// Numbers.
export type { NumericValue } from "./numeric/numeric-value.ts";
export type {
  CheckTools,
  ParsedPrimitive,
  Primitive,
  PrimitiveDefinition,
  PrimitiveSpec,
  TracePrimitive,
} from "./primitive.ts";
export { definePrimitive } from "./primitive.ts";
export type {
  ResolvedParsedPrimitive,
  ResolvedPrimitive,
  ResolvedTracePrimitive,
} from "./resolve-primitive.ts";
export { resolvePrimitive } from "./resolve-primitive.ts";
export { primitivesTable } from "./table.ts";
export type { BooleanMatchOptions } from "./text/boolean-match.ts";
export { booleanMatch } from "./text/boolean-match.ts";
export type { ContainsAllOptions } from "./text/contains-all.ts";
export { containsAll } from "./text/contains-all.ts";
export type { ContainsAnyOptions } from "./text/contains-any.ts";
export { containsAny } from "./text/contains-any.ts";
export type { ExactMatchOptions } from "./text/exact-match.ts";
export { exactMatch } from "./text/exact-match.ts";
export type { LiteralMatchOptions } from "./text/literal-match.ts";
export { literalMatch } from "./text/literal-match.ts";
// Text, booleans and literals.
export type { NormalizerName, Normalizers, SynonymMap } from "./text/normalizer.ts";
export { synonyms } from "./text/normalizer.ts";
export type { RegexMatchOptions } from "./text/regex-match.ts";
export { regexMatch } from "./text/regex-match.ts";
export type { SemanticMatchOptions } from "./text/semantic-match.ts";
export { semanticMatch } from "./text/semantic-match.ts";

// The raw response.
export type { TraceContainsOptions } from "./trace/trace-contains.ts";
export { traceContains } from "./trace/trace-contains.ts";
export type { TraceLengthOptions } from "./trace/trace-length.ts";
export { traceLength } from "./trace/trace-length.ts";
export type { TraceRegexOptions } from "./trace/trace-regex.ts";
export { traceRegex } from "./trace/trace-regex.ts";
