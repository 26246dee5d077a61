import { MICROSECONDS_PER_MINUTE, type TimeOfDay } from "./calendar.ts";
import { readZone, zoneNames } from "./zones.ts";

/** A text without the time it named. */
interface WithoutTime {
  readonly rest: string;
  readonly time: TimeOfDay;
}

const OFFSET = String.raw`(?:utc|gmt)?\s?[+-]\d{1,2}(?::?\d{2})?`;
const REGION = String.raw`[a-z]+(?:/[a-z]+(?:[-_+][a-z\d]+)*)+`;
/** A name in brackets may follow an offset, and says the same again. */
const AGAIN = String.raw`(?:\s?\[[\w/+-]+\]|\s\([a-z ]+\))?`;
const ZONE = String.raw`(?:\[(?<region>${REGION})\]|(?<zone>${OFFSET}|${REGION}|${zoneNames.join("|")})(?![\w:])${AGAIN})`;
const HALF = String.raw`(?<half>[ap])\.?m\b\.?`;
const FRACTION = String.raw`(?:[.,](?<fraction>\d{1,9}))?`;

const timeForms: readonly RegExp[] = [
  `(?:^|[\\s,]|(?<=\\d)t)(?<hour>\\d{1,2}):(?<minute>\\d{1,2})(?::(?<second>\\d{2})${FRACTION})?(?:\\s?${HALF})?(?:\\s?${ZONE})?(?![\\d:])`,
  `(?:^|[\\s,])(?<hour>\\d{1,2})\\s?${HALF}(?:\\s?${ZONE})?`,
  `(?<=\\d)t(?<hour>\\d{2})(?:(?<minute>\\d{2})(?:(?<second>\\d{2})${FRACTION})?)?(?:${ZONE})?$`,
  `(?<=^\\d{8})(?<hour>\\d{2})(?<minute>\\d{2})(?<second>\\d{2})?$`,
  `\\s${ZONE}$`,
].map((source) => new RegExp(source, "i"));

/**
 * Cuts the time and zone out of a text. Without one it is midnight in no zone; undefined where the text names a time
 * that no clock shows.
 */
export function cutTime(text: string): WithoutTime | undefined {
  for (const form of timeForms) {
    const match = form.exec(text);
    if (match === null) continue;
    const time = readTime(match.groups ?? {});
    const rest = `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}`;
    return time === undefined ? undefined : { rest, time };
  }
  return { rest: text, time: { microseconds: 0 } };
}

type Groups = Readonly<Record<string, string | undefined>>;

function readTime(groups: Groups): TimeOfDay | undefined {
  const hour = readHour(Number(groups.hour ?? 0), groups.half);
  const minute = Number(groups.minute ?? 0);
  const second = Number(groups.second ?? 0);
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  const fraction = Number((groups.fraction ?? "").slice(0, 6).padEnd(6, "0"));
  const microseconds = (hour * 60 + minute) * MICROSECONDS_PER_MINUTE + second * 1_000_000 + fraction;
  const named = groups.zone ?? groups.region;
  if (named === undefined) return { microseconds };
  const zone = readZone(named);
  return zone === undefined ? undefined : { microseconds, ...zone };
}

function readHour(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour > 23 ? undefined : hour;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === "p" ? 12 : 0);
}
