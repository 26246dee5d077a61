import * as z from "zod";
import { type JsonValue, textOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { checkError } from "../check-error.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { type FullDate, isSameDay } from "./calendar.ts";
import { formatProblem, parseFormattedDate } from "./date-format.ts";
import { dateGroundTruthProblems, fullDateOfValue } from "./date-value.ts";

const Format = z.string().superRefine((format, context) => {
  const problem = formatProblem(format);
  if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
});

const options = z.strictObject({ format: Format.nullable().default(null) });

type DateMatchOptions = z.input<typeof options>;

export const dateMatchPrimitive = definePrimitive({
  kind: "parsed",
  readsDates: true,
  type: "DateMatch",
  options,
  summary: "Both name the same calendar date, whatever the time.",
  values: "date as text",
  rightWhen: (_options, truth) => `it is the day ${textOfValue(truth)}`,
  validateGroundTruth: (groundTruth, { format }) => {
    if (format === null) return dateGroundTruthProblems(groundTruth);
    return parseFormattedDate(textOfValue(groundTruth), format) === undefined
      ? [`expected a date ${describeFormat(format)}, found ${JSON.stringify(groundTruth)}`]
      : [];
  },
  check: (value, groundTruth, { format }) =>
    isSameDay(readDate(value, format), readDate(groundTruth, format)),
});

/**
 * Passes when both name the same calendar date; times and zones do not matter. Without `format`, dates are read in the
 * usual notations, month first where it is unclear. What is no date, or one without day or month, such as `2016`, does
 * not pass and says so: nothing is filled in from today. With `format` (directives of `strptime`), both sides must be written in it.
 *
 * @example
 * dateMatch(); // "April 11, 2016" is "2016-04-11"
 * dateMatch({ format: "%d/%m/%Y" });
 */
export function dateMatch(options?: DateMatchOptions): Primitive<string | null> {
  return authorPrimitive(dateMatchPrimitive, options);
}

function readDate(value: JsonValue, format: string | null): FullDate {
  if (format === null) return fullDateOfValue("DateMatch", value);
  const date = parseFormattedDate(textOfValue(value), format);
  if (date === undefined) throw checkError("DateMatch", `a date ${describeFormat(format)}`, value);
  return date;
}

function describeFormat(format: string): string {
  return `in the format ${JSON.stringify(format)}`;
}
