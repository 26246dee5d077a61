import type { Zone } from "./zones.ts";

/** A point on the calendar as a text says it. Month and day are absent where the text does not say them. */
export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month?: number;
  /** 1 to the length of the month. */
  readonly day?: number;
  readonly time: TimeOfDay;
}

/** The time and, where the text names one, its zone. */
export interface TimeOfDay extends Zone {
  /** Microseconds since midnight. */
  readonly microseconds: number;
}

/** A date down to the day. */
export interface FullDate extends CalendarDate {
  readonly month: number;
  readonly day: number;
}

export const MIDNIGHT: TimeOfDay = { microseconds: 0 };

export const MICROSECONDS_PER_MINUTE = 60_000_000;
const MICROSECONDS_PER_DAY = 24 * 60 * MICROSECONDS_PER_MINUTE;
const MILLISECONDS_PER_DAY = 86_400_000;

/** A day as `2016-04-11`. */
export function dayText({ year, month, day }: FullDate): string {
  return [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join(
    "-",
  );
}

export function isFullDate(date: CalendarDate | undefined): date is FullDate {
  return date?.month !== undefined && date.day !== undefined;
}

/** The number of days of a month. */
function monthLength(year: number, month: number): number {
  return daysSinceEpoch(year, month + 1, 1) - daysSinceEpoch(year, month, 1);
}

/** False for what no calendar has, such as a 13th month or 30 February. Years are 1 to 9999. */
export function isOnCalendar({ year, month, day }: Omit<CalendarDate, "time">): boolean {
  if (year < 1 || year > 9999) return false;
  if (month === undefined) return day === undefined;
  if (month < 1 || month > 12) return false;
  return day === undefined || (day >= 1 && day <= monthLength(year, month));
}

/** True for the same year, month and day, whatever the time and zone. */
export function isSameDay(left: FullDate, right: FullDate): boolean {
  return left.year === right.year && left.month === right.month && left.day === right.day;
}

/**
 * Microseconds from the second date to the first; undefined when they cannot be compared: only one of them names a zone,
 * or the zones are named in a way that does not settle how far apart they are.
 */
export function microsecondsBetween(left: FullDate, right: FullDate): number | undefined {
  const zones = minutesBetweenZones(left.time, right.time);
  if (zones === undefined) return undefined;
  const days =
    daysSinceEpoch(left.year, left.month, left.day) - daysSinceEpoch(right.year, right.month, right.day);
  const time = left.time.microseconds - right.time.microseconds;
  return days * MICROSECONDS_PER_DAY + time - zones * MICROSECONDS_PER_MINUTE;
}

function minutesBetweenZones(left: Zone, right: Zone): number | undefined {
  if (left.zone !== undefined || right.zone !== undefined) return left.zone === right.zone ? 0 : undefined;
  if ((left.offsetMinutes === undefined) !== (right.offsetMinutes === undefined)) return undefined;
  return (left.offsetMinutes ?? 0) - (right.offsetMinutes ?? 0);
}

/** The first and the last day of the span that a date, possibly without day or month, stands for. */
export function spanOf(date: CalendarDate): { readonly first: FullDate; readonly last: FullDate } {
  const lastMonth = date.month ?? 12;
  return {
    first: { ...date, month: date.month ?? 1, day: date.day ?? 1 },
    last: { ...date, month: lastMonth, day: date.day ?? monthLength(date.year, lastMonth) },
  };
}

function daysSinceEpoch(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / MILLISECONDS_PER_DAY;
}
