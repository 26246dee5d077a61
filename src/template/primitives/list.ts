import { dateMatchPrimitive } from "./date/date-match.ts";
import { dateRangePrimitive } from "./date/date-range.ts";
import { dateTolerancePrimitive } from "./date/date-tolerance.ts";
import { orderedMatchPrimitive } from "./list/ordered-match.ts";
import { setContainmentPrimitive } from "./list/set-containment.ts";
import { numericExactPrimitive } from "./numeric/numeric-exact.ts";
import { numericGradedPrimitive } from "./numeric/numeric-graded.ts";
import { numericMaximumPrimitive } from "./numeric/numeric-maximum.ts";
import { numericMinimumPrimitive } from "./numeric/numeric-minimum.ts";
import { numericRangePrimitive } from "./numeric/numeric-range.ts";
import { numericRangeGradedPrimitive } from "./numeric/numeric-range-graded.ts";
import { numericThresholdGradedPrimitive } from "./numeric/numeric-threshold-graded.ts";
import { numericTolerancePrimitive } from "./numeric/numeric-tolerance.ts";
import type { PrimitiveDefinition } from "./primitive.ts";
import { booleanMatchPrimitive } from "./text/boolean-match.ts";
import { containsAllPrimitive } from "./text/contains-all.ts";
import { containsAnyPrimitive } from "./text/contains-any.ts";
import { exactMatchPrimitive } from "./text/exact-match.ts";
import { literalMatchPrimitive } from "./text/literal-match.ts";
import { regexMatchPrimitive } from "./text/regex-match.ts";
import { semanticMatchPrimitive } from "./text/semantic-match.ts";
import { traceContainsPrimitive } from "./trace/trace-contains.ts";
import { traceLengthPrimitive } from "./trace/trace-length.ts";
import { traceRegexPrimitive } from "./trace/trace-regex.ts";

/** Any primitive, whatever its options. */
export type AnyPrimitive = PrimitiveDefinition<unknown>;

/** Every primitive there is. A factory is named like its type with a small first letter. */
export const primitives: readonly AnyPrimitive[] = [
  booleanMatchPrimitive,
  exactMatchPrimitive,
  containsAnyPrimitive,
  containsAllPrimitive,
  regexMatchPrimitive,
  semanticMatchPrimitive,
  literalMatchPrimitive,
  numericExactPrimitive,
  numericTolerancePrimitive,
  numericRangePrimitive,
  numericMinimumPrimitive,
  numericMaximumPrimitive,
  numericGradedPrimitive,
  numericRangeGradedPrimitive,
  numericThresholdGradedPrimitive,
  setContainmentPrimitive,
  orderedMatchPrimitive,
  dateMatchPrimitive,
  dateTolerancePrimitive,
  dateRangePrimitive,
  traceRegexPrimitive,
  traceContainsPrimitive,
  traceLengthPrimitive,
];

const byType: ReadonlyMap<string, AnyPrimitive> = new Map(
  primitives.map((primitive) => [primitive.type, primitive]),
);

/** The primitive with the given registered name, such as `ExactMatch`. */
export function findPrimitive(type: string): AnyPrimitive | undefined {
  return byType.get(type);
}
