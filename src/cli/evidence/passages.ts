import { isWithinPair } from "../../base/index.ts";
import type { TextSpan } from "../report/wrap-lines.ts";

/** Texts up to this length are shown whole. */
const longestWhole = 2000;
/** Shown before and after each excerpt. */
const context = 240;
/** Shown of a long text without excerpts. */
const head = 1200;
const tail = 400;
/** Gaps up to this length are not worth leaving out. */
const shortestGap = 160;
/** How far a cut moves to fall on the end of a line or word. */
const lineReach = 120;
const wordReach = 40;

/**
 * The passages of a text that are shown: the whole of a short one; of a long one what surrounds the quoted spans, or
 * its beginning and end where nothing is quoted. In order; a quoted span is never cut.
 */
export function passagesOf(text: string, quoted: readonly TextSpan[]): readonly TextSpan[] {
  if (text.length <= longestWhole) return [{ start: 0, end: text.length }];
  const wanted =
    quoted.length > 0
      ? quoted.map(({ start, end }) => ({ start: start - context, end: end + context }))
      : [
          { start: 0, end: head },
          { start: text.length - tail, end: text.length },
        ];
  const cut = wanted
    .map(({ start, end }) => ({ start: startNear(text, start), end: endNear(text, end) }))
    .toSorted((a, b) => a.start - b.start);
  return widenToEnds(text, mergeSpans(cut));
}

function mergeSpans(spans: readonly TextSpan[]): readonly TextSpan[] {
  const passages: TextSpan[] = [];
  for (const span of spans) {
    const last = passages.at(-1);
    if (last !== undefined && span.start - last.end <= shortestGap)
      passages[passages.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else passages.push(span);
  }
  return passages;
}

function widenToEnds(text: string, passages: readonly TextSpan[]): readonly TextSpan[] {
  return passages.map(({ start, end }, at) => ({
    start: at === 0 && start <= shortestGap ? 0 : start,
    end: at === passages.length - 1 && text.length - end <= shortestGap ? text.length : end,
  }));
}

/** A place at or before `wanted` where a line or a word begins, else `wanted` itself. */
function startNear(text: string, wanted: number): number {
  if (wanted <= 0) return 0;
  const line = text.lastIndexOf("\n", wanted - 1);
  if (line !== -1 && wanted - line <= lineReach) return line + 1;
  const space = text.lastIndexOf(" ", wanted - 1);
  if (space !== -1 && wanted - space <= wordReach) return space + 1;
  return isWithinPair(text, wanted) ? wanted - 1 : wanted;
}

/** A place at or after `wanted` where a line or a word ends, else `wanted` itself. */
function endNear(text: string, wanted: number): number {
  if (wanted >= text.length) return text.length;
  const line = text.indexOf("\n", wanted);
  if (line !== -1 && line - wanted <= lineReach) return line;
  const space = text.indexOf(" ", wanted);
  if (space !== -1 && space - wanted <= wordReach) return space;
  return isWithinPair(text, wanted) ? wanted + 1 : wanted;
}
