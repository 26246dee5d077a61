export const monthNames: readonly string[] = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];

export const weekdayNames: readonly string[] = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
];

/** The first three letters, as calendars print them. */
export function abbreviationOf(name: string): string {
  return name.slice(0, 3);
}

/** The number of a month, 1 to 12, by its name, its abbreviation or `sept`; undefined for another word. */
export function monthByName(word: string): number | undefined {
  const name = word.toLowerCase();
  const index = monthNames.findIndex((month) => name === month || name === abbreviationOf(month));
  if (index >= 0) return index + 1;
  return name === "sept" ? 9 : undefined;
}

const otherWeekdays: ReadonlySet<string> = new Set(["tues", "weds", "thur", "thurs"]);

/** True for the name or an abbreviation of a weekday. */
export function isWeekday(word: string): boolean {
  const name = word.toLowerCase();
  return otherWeekdays.has(name) || weekdayNames.some((day) => name === day || name === abbreviationOf(day));
}

/** A year of two digits in full, as POSIX reads it: 69 to 99 are 1969 to 1999, the others 2000 to 2068. */
export function fullYear(twoDigits: number): number {
  return twoDigits >= 69 ? 1900 + twoDigits : 2000 + twoDigits;
}
