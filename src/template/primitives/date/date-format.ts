import { type FullDate, isFullDate, isOnCalendar, MIDNIGHT } from "./calendar.ts";
import { abbreviationOf, fullYear, monthNames, weekdayNames } from "./names.ts";

const oneOf = (names: readonly string[]) => names.join("|");

/** The directives of C's `strptime` that a format may use, with the text each one reads. */
const directives: ReadonlyMap<string, string> = new Map([
  ["Y", String.raw`\d{4}`],
  ["m", "1[0-2]|0[1-9]|[1-9]"],
  ["d", String.raw`3[01]|[12]\d|0[1-9]|[1-9]| [1-9]`],
  ["y", String.raw`\d{2}`],
  ["B", oneOf(monthNames)],
  ["b", oneOf(monthNames.map(abbreviationOf))],
  ["H", String.raw`2[0-3]|[01]\d|\d`],
  ["M", String.raw`[0-5]\d|\d`],
  ["S", String.raw`[0-5]\d|\d`],
  ["f", String.raw`\d{1,6}`],
  ["p", "am|pm"],
  ["I", "1[0-2]|0[1-9]|[1-9]"],
  ["j", String.raw`36[0-6]|3[0-5]\d|[12]\d{2}|0[1-9]\d|00[1-9]|[1-9]\d|0[1-9]|[1-9]`],
  ["A", oneOf(weekdayNames)],
  ["a", oneOf(weekdayNames.map(abbreviationOf))],
  ["z", String.raw`[+-]\d{2}:?[0-5]\d(?::?[0-5]\d(?:\.\d{1,6})?)?|Z`],
  ["Z", "utc|gmt"],
]);

const PARTS = /%[\s\S]?|\s+|[^%\s]+/g;

/** What is wrong with a format, or undefined. */
export function formatProblem(format: string): string | undefined {
  const letters = (format.match(PARTS) ?? []).filter((part) => part.startsWith("%") && part !== "%%");
  const unknown = letters.find((part) => !directives.has(part.slice(1)));
  if (unknown !== undefined) {
    return `unknown directive "${unknown}"; known are %${[...directives.keys(), "%"].join(" %")}`;
  }
  const repeated = letters.find((part, index) => letters.indexOf(part) !== index);
  return repeated === undefined ? undefined : `directive "${repeated}" is used twice`;
}

/**
 * Reads a date in exactly the given `strptime` format, as Python does: the whole text must fit, names are English, case
 * does not matter, and what the format leaves out is 1 January 1900. Undefined where the text does not fit.
 */
export function parseFormattedDate(text: string, format: string): FullDate | undefined {
  const groups = formatPattern(format).exec(text)?.groups;
  if (groups === undefined) return undefined;
  const year = groups.Y === undefined ? yearOf(groups.y) : Number(groups.Y);
  const date =
    groups.j === undefined
      ? { year, month: monthOf(groups), day: Number(groups.d ?? 1), time: MIDNIGHT }
      : dayOfYear(year, Number(groups.j));
  return isFullDate(date) && isOnCalendar(date) ? date : undefined;
}

type Groups = Readonly<Record<string, string | undefined>>;

function formatPattern(format: string): RegExp {
  const source = (format.match(PARTS) ?? []).map(partSource).join("");
  return new RegExp(`^${source}(?<end>)$`, "i");
}

function partSource(part: string): string {
  if (part === "%%") return "%";
  const letter = part.slice(1);
  const directive = part.startsWith("%") ? directives.get(letter) : undefined;
  if (directive !== undefined) return `(?<${letter}>${directive})`;
  return /^\s/.test(part) ? String.raw`\s+` : part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}

function yearOf(twoDigits: string | undefined): number {
  return twoDigits === undefined ? 1900 : fullYear(Number(twoDigits));
}

function monthOf({ m, B, b }: Groups): number {
  if (m !== undefined) return Number(m);
  const name = (B ?? b)?.toLowerCase();
  return name === undefined ? 1 : monthNames.findIndex((month) => month.startsWith(name)) + 1;
}

function dayOfYear(year: number, day: number): FullDate | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, 0, day);
  if (date.getUTCFullYear() !== year) return undefined;
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    time: MIDNIGHT,
  };
}
