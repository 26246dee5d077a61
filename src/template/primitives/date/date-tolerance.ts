import * as z from "zod";
import { textOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { MICROSECONDS_PER_MINUTE } from "./calendar.ts";
import { comparedDates, dateGroundTruthProblems, fullDateOfValue } from "./date-value.ts";

const DurationUnit = z.enum(["days", "hours", "minutes"]);
type DurationUnit = z.infer<typeof DurationUnit>;

const options = z.strictObject({
  tolerance: z.int(),
  unit: DurationUnit.default("days"),
});

type DateToleranceOptions = z.input<typeof options>;

const minutesPerUnit: Readonly<Record<DurationUnit, number>> = { days: 24 * 60, hours: 60, minutes: 1 };

export const dateTolerancePrimitive = definePrimitive({
  kind: "parsed",
  readsDates: true,
  type: "DateTolerance",
  options,
  summary: "The value is at most `tolerance` days, hours or minutes away from the ground truth.",
  values: "date as text",
  rightWhen: ({ tolerance, unit }, truth) =>
    `it is at most ${tolerance} ${unit} away from ${textOfValue(truth)}`,
  validateGroundTruth: dateGroundTruthProblems,
  check: (value, groundTruth, { tolerance, unit }) => {
    const distance = comparedDates(
      "DateTolerance",
      fullDateOfValue("DateTolerance", value),
      fullDateOfValue("DateTolerance", groundTruth),
    );
    return Math.abs(distance) <= tolerance * minutesPerUnit[unit] * MICROSECONDS_PER_MINUTE;
  },
});

/**
 * Passes when the two dates are at most `tolerance` (a whole number) `unit`s apart, in either direction. A date without a
 * time is its midnight. A date without day or month does not pass and says so, nor do two of which only one names a time
 * zone, or in zones whose offsets their names do not settle (`IST`).
 */
export function dateTolerance(options: DateToleranceOptions): Primitive<string | null> {
  return authorPrimitive(dateTolerancePrimitive, options);
}
