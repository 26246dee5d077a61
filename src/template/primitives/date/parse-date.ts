import { asciiDigits, stripWhiteSpace } from "../../../base/index.ts";
import { type CalendarDate, isOnCalendar } from "./calendar.ts";
import { fullYear, isWeekday, monthByName } from "./names.ts";
import { cutTime } from "./parse-time.ts";

const LONGEST_TEXT = 100;

/**
 * Reads a date, with or without a time, as people and programs write it: `2016-04-11`, `20160411`, `04/11/2016`
 * (month first, swapped where that month does not exist), `2016 04 11`, `April 11, 2016`, `11-Apr-2016`, `2016年4月11日`,
 * `2016-04-11T00:30:00Z`, `2016-04-11 12:00 CET`; in brackets, quoted, with a weekday or a final sign, and in the digits
 * and dashes of any script.
 *
 * Nothing is taken from today's date: month and day stay absent where the text does not say them (`2016`, `April 2016`),
 * and a text without a year is no date. Years of two digits are 1969 to 2068.
 */
export function parseDate(text: string): CalendarDate | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const cut = cutTime(tidied(text));
  if (cut === undefined) return undefined;
  const rest = stripWhiteSpace(cut.rest).replace(/[\s,]+(?:at)?$/i, "");
  const day = numericDate(withoutWords(rest)) ?? namedDate(rest);
  return day !== undefined && isOnCalendar(day) ? { ...day, time: cut.time } : undefined;
}

/** ASCII digits, hyphens and spaces in place of their relatives; no brackets or quotes around, no sign at the end. */
function tidied(text: string): string {
  const plain = asciiDigits(text.normalize("NFKC"))
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/(\d)\s*[年년月월]\s*(?=\d)/g, "$1-")
    .replace(/(\d)\s*[年년月월日일]/g, "$1 ")
    .replace(/\s+/g, " ");
  return unwrapped(plain);
}

function unwrapped(text: string): string {
  const bare = text.replace(/^[\s"'“”‘’«»]+|[\s"'“”‘’«».,;:!]+$/g, "");
  const inside = /^[([]([^()[\]]*)[)\]]$/.exec(bare)?.[1];
  return inside === undefined ? bare : unwrapped(inside);
}

/** Without weekdays and the name of our era, which say nothing about a date in digits. */
function withoutWords(text: string): string {
  const words = text.replace(/\(?\b([a-z]+)\b\.?\)?,?/gi, (whole, word: string) =>
    isWeekday(word) || /^(?:ad|ce)$/i.test(word) ? " " : whole,
  );
  return stripWhiteSpace(words.replace(/\s+/g, " "));
}

type Day = Omit<CalendarDate, "time">;

const numericForms: readonly (readonly [RegExp, (parts: readonly string[]) => Day | undefined])[] = [
  [/^(\d{4})$/, ([year]) => ({ year: Number(year) })],
  [/^(\d{4})[-/. ](\d{1,2})$/, ([year, month]) => ({ year: Number(year), month: Number(month) })],
  [/^(\d{1,2})[-/. ](\d{4})$/, ([month, year]) => ({ year: Number(year), month: Number(month) })],
  [
    /^(\d{4})(\d{2})(\d{2})$/,
    ([year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [
    /^(\d{4})([-/. ])(\d{1,2})\2(\d{1,2})$/,
    ([year, , month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  ],
  [
    /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/,
    ([first, , second, third]) => monthFirst(Number(first), Number(second), third ?? ""),
  ],
];

function numericDate(text: string): Day | undefined {
  for (const [form, read] of numericForms) {
    const match = form.exec(text);
    if (match !== null) return read(match.slice(1));
  }
  return undefined;
}

function monthFirst(first: number, second: number, third: string): Day | undefined {
  if (first > 31) {
    return third.length === 2 ? { year: fullYear(first), month: second, day: Number(third) } : undefined;
  }
  const year = readYear(third);
  return first > 12 ? { year, month: second, day: first } : { year, month: first, day: second };
}

const fillers: ReadonlySet<string> = new Set(["of", "on", "the", "ad", "ce"]);
const ordinals: ReadonlySet<string> = new Set(["st", "nd", "rd", "th"]);
const WORDS = /[a-z]+|\d+/gi;
const SEPARATORS = /^[\s,./'’()-]*$/;

function namedDate(text: string): Day | undefined {
  if (!SEPARATORS.test(text.replace(WORDS, ""))) return undefined;
  const tokens = text.match(WORDS) ?? [];
  const numbers = tokens.filter((token) => /^\d/.test(token));
  const words = tokens.filter((token, index) => !/^\d/.test(token) && !isOrdinal(token, tokens[index - 1]));
  const months = words.map(monthByName).filter((month) => month !== undefined);
  const [month] = months;
  const understood = words.every(
    (word) => monthByName(word) !== undefined || isWeekday(word) || fillers.has(word.toLowerCase()),
  );
  if (!understood || month === undefined || months.length > 1) return undefined;
  return dayAndYear(numbers, month);
}

function isOrdinal(token: string, before: string | undefined): boolean {
  return ordinals.has(token.toLowerCase()) && before !== undefined && /^\d{1,2}$/.test(before);
}

function dayAndYear(numbers: readonly string[], month: number): Day | undefined {
  const [first, second] = numbers;
  if (first === undefined || numbers.length > 2) return undefined;
  if (second === undefined) return first.length === 4 ? { year: Number(first), month } : undefined;
  const [year, day] = first.length === 4 ? [first, second] : [second, first];
  const isReadable = (year.length === 4 || year.length === 2) && day.length <= 2;
  return isReadable ? { year: readYear(year), month, day: Number(day) } : undefined;
}

function readYear(digits: string): number {
  return digits.length === 2 ? fullYear(Number(digits)) : Number(digits);
}
