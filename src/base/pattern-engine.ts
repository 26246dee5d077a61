import { type Matcher, RE2JS, RE2JSException } from "re2js";
import { type Clock, systemClock } from "./clock.ts";
import { KareninaError } from "./errors.ts";
import { LruCache } from "./lru-cache.ts";
import type { PatternEngine, PatternFlags, PatternMatch } from "./pattern.ts";
import { parsePattern } from "./pattern-dialect/parse-pattern.ts";
import { type Re2Form, re2Source } from "./pattern-dialect/re2-source.ts";
import type { ParsedPattern, PatternKind } from "./pattern-dialect/syntax.ts";
import { frameText } from "./pattern-dialect/text-framing.ts";

export interface PatternEngineOptions {
  /** Takes the patterns that linear time cannot do: lookahead, backreferences, very large repetitions. */
  readonly fallback?: PatternEngine;
  /** Measures how long a search takes; default: the machine's clock. */
  readonly clock?: Clock;
}

const MOST_PATTERNS = 200;
/** Instructions of the compiled pattern times characters of the text: a search never takes more steps. */
const MOST_STEPS = 1e9;
/** A single match is found in linear time, but finding all of them may take quadratic time. */
const LONGEST_SEARCH_MS = 5000;

/**
 * Runs Python's regular expressions in time linear in the text, on RE2. Digits, words, white space and word boundaries
 * are those of Unicode, `$` also matches before a newline at the very end, matches are those of Python's `finditer`.
 * Case is folded as Unicode's simple folding says. Two rare differences: after an empty match, Python also looks for a
 * longer one at the same place (`|a`), and a group repeated around nothing, `(a*)*`, keeps other text. Compiled patterns are kept, at most 200 of them.
 *
 * What RE2 cannot express (lookahead, backreferences, repetition above 1,000) goes to `fallback`; without one it is a
 * `KareninaError` with code `invalid_input`. A search that would take too long ends in `sandbox_limit`.
 *
 * @example
 * const engine = createPatternEngine();
 * engine.matches(String.raw`NCT(\d{8})`, "see NCT02141282"); // [{ text: "NCT02141282", groups: ["02141282"], index: 4 }]
 */
export function createPatternEngine(options: PatternEngineOptions = {}): PatternEngine {
  const { fallback, clock = systemClock } = options;
  const prepared = new LruCache<string, PreparedPattern>(MOST_PATTERNS);
  const prepare = (pattern: string, flags: PatternFlags): PreparedPattern =>
    prepared.getOrCreate(cacheKey(pattern, flags), () => preparePattern(pattern, flags));

  return {
    validate(pattern, flags = {}) {
      const { problem } = prepare(pattern, flags);
      if (problem === undefined) return;
      if (fallback === undefined) throw beyondLinearTime(pattern, problem);
      fallback.validate(pattern, flags);
    },
    matches(pattern, text, searchOptions = {}) {
      const { parsed, problem, program } = prepare(pattern, searchOptions);
      const obstacle = problem ?? obstacleInText(parsed, text);
      if (obstacle === undefined) {
        const search = searchFor(parsed, text);
        return findMatches(program(search.form), search, {
          pattern,
          text,
          clock,
          limit: searchOptions.limit,
        });
      }
      if (fallback === undefined) throw beyondLinearTime(pattern, obstacle);
      return fallback.matches(pattern, text, searchOptions);
    },
  };
}

function cacheKey(pattern: string, { ignoreCase, multiline, dotAll, verbose, ascii }: PatternFlags): string {
  return [ignoreCase, multiline, dotAll, verbose, ascii].map((flag) => (flag ? "1" : "0")).join("") + pattern;
}

interface PreparedPattern {
  readonly parsed: ParsedPattern;
  /** Why RE2 cannot run it. */
  readonly problem: string | undefined;
  /** The compiled pattern for a form of the text; compiled once for each. */
  readonly program: (form: Re2Form) => RE2JS;
}

const PLAIN: Re2Form = { framed: false, framedNewlines: false };

function preparePattern(pattern: string, flags: PatternFlags): PreparedPattern {
  const parsed = parsePattern(pattern, flags);
  const programs = new Map<string, RE2JS>();
  const program = (form: Re2Form): RE2JS => {
    const key = `${form.framed} ${form.framedNewlines}`;
    const compiled = programs.get(key) ?? RE2JS.compile(re2Source(parsed.root, form), RE2JS.LOOKBEHINDS);
    programs.set(key, compiled);
    return compiled;
  };
  return { parsed, problem: featureProblem(parsed) ?? compileProblem(() => program(PLAIN)), program };
}

const beyondRe2: readonly (readonly [PatternKind, string])[] = [
  ["lookahead", "it looks ahead"],
  ["backreference", "it refers back to a group"],
];

function featureProblem({ kinds }: ParsedPattern): string | undefined {
  if (kinds.has("boundary") && kinds.has("asciiBoundary"))
    return "it mixes Unicode and ASCII word boundaries";
  return beyondRe2.find(([kind]) => kinds.has(kind))?.[1];
}

function compileProblem(compile: () => unknown): string | undefined {
  try {
    compile();
    return undefined;
  } catch (error) {
    if (error instanceof RE2JSException) return error.message;
    throw error;
  }
}

function beyondLinearTime(pattern: string, problem: string): KareninaError {
  return new KareninaError(
    "invalid_input",
    `Regular expression ${JSON.stringify(pattern)} cannot be matched in linear time: ${problem}.`,
    { hint: "Rewrite it without lookahead, backreferences and very large repetitions." },
  );
}

function obstacleInText({ kinds }: ParsedPattern, text: string): string | undefined {
  const mixesEnds = kinds.has("textEndOrNewline") && (kinds.has("lineStart") || kinds.has("lineEnd"));
  return mixesEnds && text.endsWith("\n") ? "it mixes ^ or $ of lines with $ of the text" : undefined;
}

const NON_ASCII_WORD = /[^\0-\x7f]/u;

interface Search {
  readonly form: Re2Form;
  readonly text: string;
  /** Where an offset of `text` stands in the original; absent when they are the same. */
  readonly originalOffset?: Int32Array;
}

function searchFor({ kinds }: ParsedPattern, text: string): Search {
  const framedNewlines = kinds.has("textEndOrNewline") && text.endsWith("\n");
  const framed = framedNewlines || (kinds.has("boundary") && NON_ASCII_WORD.test(text));
  if (!framed) return { form: PLAIN, text };
  const asciiWords = kinds.has("asciiBoundary");
  return { form: { framed, framedNewlines }, ...frameText(text, { newlines: framedNewlines, asciiWords }) };
}

function findMatches(
  program: RE2JS,
  search: Search,
  context: {
    readonly pattern: string;
    readonly text: string;
    readonly clock: Clock;
    readonly limit: number | undefined;
  },
): readonly PatternMatch[] {
  const { pattern, text, clock, limit = Number.POSITIVE_INFINITY } = context;
  if (program.programSize() * search.text.length > MOST_STEPS) throw tooLong(pattern, text);
  const matcher = program.matcher(search.text);
  const original = (offset: number): number => search.originalOffset?.[offset] ?? offset;
  const started = clock.monotonic();
  const found: PatternMatch[] = [];
  while (found.length < limit && matcher.find()) {
    if (original(matcher.start()) !== -1) found.push(matchAt(matcher, text, original));
    if (clock.monotonic() - started > LONGEST_SEARCH_MS) throw tooLong(pattern, text);
  }
  return found;
}

function matchAt(matcher: Matcher, text: string, original: (offset: number) => number): PatternMatch {
  const slice = (group: number): string | undefined => {
    const start = matcher.start(group);
    return start < 0 ? undefined : text.slice(original(start), original(matcher.end(group)));
  };
  return {
    text: slice(0) ?? "",
    groups: Array.from({ length: matcher.groupCount() }, (_, index) => slice(index + 1)),
    index: original(matcher.start()),
  };
}

function tooLong(pattern: string, text: string): KareninaError {
  return new KareninaError(
    "sandbox_limit",
    `Regular expression ${JSON.stringify(pattern)} takes too long on a text of ${text.length} characters.`,
    { hint: "Use smaller repetitions, or a pattern that does not search ahead of each match." },
  );
}
