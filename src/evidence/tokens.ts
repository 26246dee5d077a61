import { classOf } from "./character-class.ts";

/** The tokens of a folded text, by their places in it. */
export interface TokenSpans {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** Whether a run of letters was taken apart because it was no word. */
  readonly hasBrokenRuns: boolean;
}

/**
 * The tokens of a folded text: words (runs of letters, digits and marks), single characters of scripts written without
 * spaces, and every other character by itself. White space is no token.
 *
 * @param isWhole whether the run from start to end stays one token; else each of its characters is one (sequences,
 *   encoded data: there a token must not hide which of its characters differs).
 */
export function splitTokens(text: string, isWhole: (start: number, end: number) => boolean): TokenSpans {
  const starts = new Int32Array(text.length);
  const ends = new Int32Array(text.length);
  let count = 0;
  let hasBrokenRuns = false;
  const add = (start: number, end: number) => {
    starts[count] = start;
    ends[count] = end;
    count += 1;
  };
  let at = 0;
  while (at < text.length) {
    const start = at;
    const kind = classOf(text.codePointAt(at) ?? 0);
    if (kind === "space") at += 1;
    else if (kind === "word") {
      at = wordEnd(text, start);
      if (isWhole(start, at)) add(start, at);
      else {
        hasBrokenRuns = true;
        for (let from = start; from < at; ) {
          const end = from + unitsAt(text, from);
          add(from, end);
          from = end;
        }
      }
    } else {
      at += unitsAt(text, at);
      add(start, at);
    }
  }
  return { starts: starts.slice(0, count), ends: ends.slice(0, count), hasBrokenRuns };
}

function wordEnd(text: string, start: number): number {
  let end = start;
  while (end < text.length) {
    if (classOf(text.codePointAt(end) ?? 0) !== "word") break;
    end += unitsAt(text, end);
  }
  return end;
}

function unitsAt(text: string, at: number): 1 | 2 {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
