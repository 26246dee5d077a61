import { KareninaError } from "../errors.ts";
import type { PatternMatch } from "./pattern.ts";
import { shownPattern } from "./shown-pattern.ts";

/** Where a match and each of its groups begin and end; -1 for a group that took no part. */
export type Spans = readonly number[];

/** Most places one search may name, groups included: what is found is kept in results. */
const MOST_SPANS = 200_000;

/** What a search found, as data that crosses threads. */
export interface FoundSpans {
  /** Of every match one after another. */
  readonly offsets: Int32Array;
  readonly groupCount: number;
}

/**
 * The first matches of a search; undefined when `goOn`, asked after each, ended it.
 *
 * @throws KareninaError `sandbox_limit` for a search that finds too much
 */
export function collectSpans(
  pattern: string,
  matches: Iterable<Spans>,
  limit: number,
  goOn: () => boolean = () => true,
): FoundSpans | undefined {
  const offsets: number[] = [];
  let count = 0;
  let groupCount = 0;
  if (limit <= 0) return { offsets: Int32Array.from(offsets), groupCount };
  for (const match of matches) {
    if (!goOn()) return undefined;
    offsets.push(...match);
    groupCount = match.length / 2 - 1;
    count += 1;
    if (count >= limit) break;
    if (offsets.length > MOST_SPANS * 2) throw tooMuch(pattern, count);
  }
  return { offsets: Int32Array.from(offsets), groupCount };
}

/** The matches in the words of the text. */
export function matchesAt(text: string, { offsets, groupCount }: FoundSpans): readonly PatternMatch[] {
  const part = (at: number): string | undefined => {
    const start = offsets[at] ?? -1;
    return start < 0 ? undefined : text.slice(start, offsets[at + 1]);
  };
  const width = 2 * (groupCount + 1);
  return Array.from({ length: offsets.length / width }, (_, match) => ({
    text: part(match * width) ?? "",
    groups: Array.from({ length: groupCount }, (_, group) => part(match * width + 2 * (group + 1))),
    index: offsets[match * width] ?? 0,
  }));
}

function tooMuch(pattern: string, count: number): KareninaError {
  return new KareninaError(
    "sandbox_limit",
    `Regular expression ${shownPattern(pattern)} matches more than ${count} times in one text.`,
    { hint: "Use a pattern for what is looked for, not for every character." },
  );
}
