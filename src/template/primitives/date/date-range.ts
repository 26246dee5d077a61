import * as z from "zod";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { type FullDate, spanOf } from "./calendar.ts";
import { comparedDates, dateOfValue } from "./date-value.ts";
import { parseDate } from "./parse-date.ts";

const Bound = z.string().refine((text) => parseDate(text) !== undefined, { error: "is not a date" });

const options = z.strictObject({
  min: Bound.nullable().default(null),
  max: Bound.nullable().default(null),
});

type DateRangeOptions = z.input<typeof options>;

export const dateRangePrimitive = definePrimitive({
  kind: "parsed",
  readsDates: true,
  type: "DateRange",
  options,
  summary: "The date lies between `min` and `max`, both included; the ground truth is not used.",
  values: "date as text",
  rightWhen: ({ min, max }) => {
    if (min !== null && max !== null) return `it is a day from ${min} to ${max}`;
    return min === null ? `it is ${max ?? "any day"} or an earlier day` : `it is ${min} or a later day`;
  },
  check: (value, _groundTruth, { min, max }) => {
    const { first, last } = spanOf(dateOfValue("DateRange", value));
    const lowest = min === null ? undefined : parseDate(min);
    const highest = max === null ? undefined : parseDate(max);
    return (
      (lowest === undefined || isAtLeast(first, spanOf(lowest).first)) &&
      (highest === undefined || isAtLeast(spanOf(highest).last, last))
    );
  },
});

/**
 * Passes when the date is neither before `min` nor after `max`; a missing bound does not bound. A date without a time is
 * its midnight, so `max: "2015-12-31"` excludes `2015-12-31 10:00`. A date without day or month passes when its first
 * and its last day do; as a bound it starts at its first and ends at its last day. A zone must be named on both sides or
 * on neither. The ground truth is not used.
 */
export function dateRange(options?: DateRangeOptions): Primitive<string | null> {
  return authorPrimitive(dateRangePrimitive, options);
}

function isAtLeast(left: FullDate, right: FullDate): boolean {
  return comparedDates("DateRange", left, right) >= 0;
}
