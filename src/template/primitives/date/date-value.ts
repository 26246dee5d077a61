import { type JsonValue, KareninaError, textOfValue } from "../../../base/index.ts";
import { checkError } from "../check-error.ts";
import { type CalendarDate, type FullDate, isFullDate, microsecondsBetween } from "./calendar.ts";
import { parseDate } from "./parse-date.ts";

/** The date a value names, possibly without day or month. Throws `check_error` where it names none. */
export function dateOfValue(type: string, value: JsonValue): CalendarDate {
  const date = parseDate(textOfValue(value));
  if (date === undefined) throw checkError(type, "a date", value);
  return date;
}

/** The date a value names down to the day. Throws `check_error` where it names none. */
export function fullDateOfValue(type: string, value: JsonValue): FullDate {
  const date = parseDate(textOfValue(value));
  if (!isFullDate(date)) throw checkError(type, "a date with year, month and day", value);
  return date;
}

/** Microseconds from the second date to the first. Throws `check_error` where their zones do not let them be compared. */
export function comparedDates(type: string, left: FullDate, right: FullDate): number {
  const distance = microsecondsBetween(left, right);
  if (distance === undefined) {
    const [first, second] = [left, right].map(({ time }) => time.zone ?? zoneText(time.offsetMinutes));
    throw new KareninaError(
      "check_error",
      `${type}: expected two dates without a time zone, or in zones of known offset, found ${first} and ${second}.`,
    );
  }
  return distance;
}

function zoneText(offsetMinutes: number | undefined): string {
  if (offsetMinutes === undefined) return "no time zone";
  const minutes = String(Math.abs(offsetMinutes) % 60).padStart(2, "0");
  return `UTC${offsetMinutes < 0 ? "-" : "+"}${Math.floor(Math.abs(offsetMinutes) / 60)}:${minutes}`;
}

/** What is wrong with a ground truth that must be a date: no or one sentence. */
export function dateGroundTruthProblems(groundTruth: JsonValue): readonly string[] {
  return isFullDate(parseDate(textOfValue(groundTruth)))
    ? []
    : [`expected a date with year, month and day, found ${JSON.stringify(groundTruth)}`];
}
