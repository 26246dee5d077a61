import { harmlessText, oneLine } from "../../base/index.ts";
import { columnsOf } from "./columns.ts";

/** A part of a text, in UTF-16 units; end excluded. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const nowhere: ReadonlySet<number> = new Set();

/**
 * Where the lines of a text stand when none may be wider than `width` columns: broken at spaces, which are left out
 * at the break, and within a word only where it is wider than a line.
 *
 * @param glued places of spaces that no line is broken at
 */
export function wrapSpans(
  text: string,
  width: number,
  glued: ReadonlySet<number> = nowhere,
): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  for (let start = 0; start <= text.length; ) {
    const lineEnd = text.indexOf("\n", start);
    const end = lineEnd === -1 ? text.length : lineEnd;
    // a line may have more parts than a call takes arguments
    for (const span of spansOfLine(text, { start, end }, Math.max(1, width), glued)) spans.push(span);
    start = end + 1;
  }
  return spans;
}

function spansOfLine(
  text: string,
  line: TextSpan,
  width: number,
  glued: ReadonlySet<number>,
): readonly TextSpan[] {
  const spans: TextSpan[] = [];
  let { start } = line;
  let columns = 0;
  let lastSpace = -1;
  let hasWord = false;
  for (let at = start; at < line.end; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const taken = widthOf(character);
    if (character === " " && !glued.has(at)) {
      if (hasWord) lastSpace = at;
    } else {
      if (columns + taken > width && at > start) {
        const breaksAtSpace = lastSpace > start;
        spans.push(withoutSpacesAtEnd(text, { start, end: breaksAtSpace ? lastSpace : at }));
        start = breaksAtSpace ? lastSpace + 1 : at;
        columns = columnsOf(text.slice(start, at));
        lastSpace = -1;
      }
      hasWord = true;
    }
    columns += taken;
    at += character.length;
  }
  spans.push(withoutSpacesAtEnd(text, { start, end: line.end }));
  return spans;
}

function widthOf(character: string): number {
  return character >= " " && character <= "~" ? 1 : columnsOf(character);
}

function withoutSpacesAtEnd(text: string, { start, end }: TextSpan): TextSpan {
  let last = end;
  while (last > start && text[last - 1] === " ") last -= 1;
  return { start, end: last };
}

/** A text from a model or a file as harmless lines of at most `width` columns. */
export function wrapText(text: string, width: number): readonly string[] {
  const harmless = harmlessText(text).replaceAll("\t", "  ").trim();
  return wrapSpans(harmless, width).map(({ start, end }) => harmless.slice(start, end));
}

const hangingIndent = "  ";

/** A text as one paragraph of lines of at most `width` columns, whose further lines are indented. */
export function wrapHanging(text: string, width: number): readonly string[] {
  return wrapText(oneLine(text), width - hangingIndent.length).map((line, at) =>
    at === 0 ? line : hangingIndent + line,
  );
}

/** A line of this program's own, which may be coloured, as lines of at most `width` columns. */
export function wrapLine(line: string, width: number): readonly string[] {
  return columnsOf(line) <= width
    ? [line]
    : wrapSpans(line, width).map(({ start, end }) => line.slice(start, end));
}
