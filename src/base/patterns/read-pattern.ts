import { RE2JS, RE2JSException } from "re2js";
import { type Backtracking, type BoundedSearch, backtracking, boundedSearch } from "./backtracking-spans.ts";
import { compiled, javaScriptPattern } from "./dialect/javascript-source.ts";
import { parsePattern } from "./dialect/parse-pattern.ts";
import { patternSize } from "./dialect/pattern-size.ts";
import { type Re2Form, re2Source } from "./dialect/re2-source.ts";
import type { ParsedPattern } from "./dialect/syntax.ts";
import type { PatternFlags } from "./pattern.ts";

/** A pattern that was read; compiled when it is first needed. */
export interface ReadPattern {
  readonly parsed: ParsedPattern;
  /** About how many instructions it is compiled to. */
  readonly size: number;
  /** The program for a form of the text, compiled once for each; undefined where RE2 cannot say it. */
  readonly program: (form: Re2Form) => RE2JS | undefined;
  /** How long a search of JavaScript's own engine takes, where its steps can be counted. */
  readonly bounded: BoundedSearch | undefined;
  /** That search, compiled once. Throws `KareninaError` with code `invalid_input` for a pattern that the engine refuses. */
  readonly backtracking: () => Backtracking;
}

/** Throws `KareninaError` with code `invalid_input` for what is no pattern. */
export function readPattern(pattern: string, flags: PatternFlags): ReadPattern {
  const parsed = parsePattern(pattern, flags);
  const programs = new Map<string, RE2JS | undefined>();
  let search: Backtracking | undefined;
  return {
    parsed,
    size: patternSize(parsed.root),
    bounded: boundedSearch(parsed),
    backtracking() {
      search ??= compiled(pattern, () => backtracking(javaScriptPattern(parsed.root)));
      return search;
    },
    program(form) {
      const key = `${form.framed} ${form.framedNewlines}`;
      if (!programs.has(key)) programs.set(key, beyondRe2(parsed) ? undefined : compile(parsed, form));
      return programs.get(key);
    },
  };
}

/** True for what takes more than time linear in the text, or what RE2 has no words for. */
function beyondRe2({ kinds }: ParsedPattern): boolean {
  return (
    kinds.has("lookahead") ||
    kinds.has("backreference") ||
    kinds.has("atomic") ||
    kinds.has("conditional") ||
    (kinds.has("boundary") && kinds.has("asciiBoundary"))
  );
}

function compile(parsed: ParsedPattern, form: Re2Form): RE2JS | undefined {
  try {
    return RE2JS.compile(re2Source(parsed.root, form), RE2JS.LOOKBEHINDS);
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}
