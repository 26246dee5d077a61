import type { Mark } from "../../src/report/index.ts";

/** A piece of a text over which the same passages lie. */
export interface MarkedSegment {
  readonly start: number;
  readonly end: number;
  /** Passages that it is part of, the shortest last. */
  readonly over: readonly Mark[];
  /** Passages that end where it ends. */
  readonly ending: readonly Mark[];
}

/** Divides a text where passages begin and end; places count in UTF-16 units, as in JavaScript's strings. The pieces together are the text. */
export function markedSegments(text: string, marks: readonly Mark[]): readonly MarkedSegment[] {
  const within = marks.filter(({ start, end }) => start >= 0 && start < end && end <= text.length);
  const places = [...new Set([0, ...within.flatMap(({ start, end }) => [start, end]), text.length])].sort(
    (left, right) => left - right,
  );
  return places.slice(0, -1).map((start, at) => {
    const end = places[at + 1] ?? text.length;
    return {
      start,
      end,
      over: within
        .filter((mark) => mark.start <= start && mark.end >= end)
        .sort((left, right) => right.end - right.start - (left.end - left.start)),
      ending: within.filter((mark) => mark.end === end),
    };
  });
}
