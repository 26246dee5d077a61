import type { Matcher } from "re2js";
import type { Re2Form } from "./dialect/re2-source.ts";
import type { ParsedPattern } from "./dialect/syntax.ts";
import { frameText } from "./dialect/text-framing.ts";
import type { ReadPattern } from "./read-pattern.ts";
import type { Spans } from "./spans.ts";

/** The matches of a pattern, each found in time linear in the text; undefined where RE2 cannot search this text. */
export function linearSpans(pattern: ReadPattern, text: string): Iterable<Spans> | undefined {
  if (mixesEnds(pattern.parsed, text)) return undefined;
  const form = formOf(pattern.parsed, text);
  const program = pattern.program(form);
  if (program === undefined) return undefined;
  const framed = form.framed
    ? frameText(text, {
        newlines: form.framedNewlines,
        asciiWords: pattern.parsed.kinds.has("asciiBoundary"),
      })
    : undefined;
  return findSpans(program.matcher(framed?.text ?? text), (offset) =>
    framed === undefined ? offset : (framed.originalOffset[offset] ?? -1),
  );
}

/** RE2 has one `$` for lines and for the text. */
function mixesEnds({ kinds }: ParsedPattern, text: string): boolean {
  return (
    kinds.has("textEndOrNewline") && (kinds.has("lineStart") || kinds.has("lineEnd")) && text.endsWith("\n")
  );
}

const NON_ASCII = /[^\0-\x7f]/u;

function formOf({ kinds }: ParsedPattern, text: string): Re2Form {
  const framedNewlines = kinds.has("textEndOrNewline") && text.endsWith("\n");
  return { framed: framedNewlines || (kinds.has("boundary") && NON_ASCII.test(text)), framedNewlines };
}

function* findSpans(matcher: Matcher, original: (offset: number) => number): Generator<Spans> {
  while (matcher.find()) {
    if (original(matcher.start()) === -1) continue;
    yield Array.from({ length: matcher.groupCount() + 1 }, (_, group) => {
      const start = matcher.start(group);
      return start < 0 ? [-1, -1] : [original(start), original(matcher.end(group))];
    }).flat();
  }
}
