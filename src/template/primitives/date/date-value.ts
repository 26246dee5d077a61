import { type JsonValue, textOfValue } from "../../../base/index.ts";
import { type CalendarDate, type FullDate, isFullDate } from "./calendar.ts";
import { parseDate } from "./parse-date.ts";

/** The date a value names, possibly without day or month. */
export function dateOfValue(value: JsonValue): CalendarDate | undefined {
  return parseDate(textOfValue(value));
}

/** The date a value names down to the day. */
export function fullDateOfValue(value: JsonValue): FullDate | undefined {
  const date = dateOfValue(value);
  return isFullDate(date) ? date : undefined;
}

/** What is wrong with a ground truth that must be a date: no or one sentence. */
export function dateGroundTruthProblems(groundTruth: JsonValue): readonly string[] {
  return fullDateOfValue(groundTruth) === undefined
    ? [`a date with year, month and day is expected, found ${JSON.stringify(groundTruth)}`]
    : [];
}
