import { type Clock, systemClock } from "../clock.ts";
import { LruCache } from "../lru-cache.ts";
import { stepsOf } from "./backtracking-spans.ts";
import { toJavaScriptPattern } from "./dialect/javascript-source.ts";
import { linearSpans } from "./linear-spans.ts";
import type { PatternEngine, PatternFlags } from "./pattern.ts";
import { createPatternThread, tooLong } from "./pattern-thread.ts";
import { type ReadPattern, readPattern } from "./read-pattern.ts";
import { collectSpans, type FoundSpans, matchesAt, type Spans } from "./spans.ts";
import { createStoppable, type RunStoppable } from "./stoppable.ts";

export interface PatternEngineOptions {
  /** Longest time for finding all matches in one text, in milliseconds; default 2000. */
  readonly searchMs?: number;
  /** Longest time that the values of one `valueTest` are tested for together, in milliseconds; default 200. */
  readonly valueTestsMs?: number;
  /** Measures how long a search takes; default: the machine's clock. */
  readonly clock?: Clock;
}

const MOST_PATTERNS = 200;
/** Longer patterns and larger programs are not kept here: an instruction takes half a kilobyte. */
const LONGEST_HERE = 2000;
const LARGEST_HERE = 1000;
/** Instructions times characters: the most steps of a search for one match, some 30 ms. */
const MOST_STEPS_HERE = 1e6;
/** Finding all matches may take quadratic time. */
const LONGEST_HERE_MS = 50;

/**
 * Runs Python's regular expressions in time linear in the text, on RE2. Digits, words, white space and word boundaries
 * are those of Unicode, `$` also matches before a newline at the very end, matches are those of Python's `finditer`.
 * Case is folded as Unicode's simple folding says. Two rare differences: after an empty match, Python also looks for a
 * longer one at the same place (`|a`), and a group repeated around nothing, `(a*)*`, keeps other text.
 *
 * A search that cannot take long by the size of pattern and text runs at once; where even going back to every place would not, it runs on
 * JavaScript's own engine, which need not be told the pattern first. Every other one, and what RE2 cannot
 * express (lookahead, backreferences, atomic groups, conditions, repetition above 1,000), runs in a thread that is ended when it takes longer than
 * `searchMs`: the search then ends in `sandbox_limit`, and this thread was free all the while.
 *
 * @example
 * const engine = createPatternEngine();
 * await engine.matches(String.raw`NCT(\d{8})`, "see NCT02141282");
 * // [{ text: "NCT02141282", groups: ["02141282"], index: 4 }]
 */
export function createPatternEngine(options: PatternEngineOptions = {}): PatternEngine {
  const { searchMs = 2000, valueTestsMs = 200, clock = systemClock } = options;
  const known = new LruCache<string, ReadPattern>(MOST_PATTERNS);
  const read = (pattern: string, flags: PatternFlags): ReadPattern | undefined =>
    pattern.length > LONGEST_HERE
      ? undefined
      : known.getOrCreate(cacheKey(pattern, flags), () => readPattern(pattern, flags));
  const searchThread = createPatternThread(searchMs);
  let stoppable: RunStoppable | undefined;

  const searchHere = (search: Search, limit: number): FoundSpans | undefined => {
    const matches = quickMatches(search);
    if (matches === undefined) return undefined;
    const end = clock.monotonic() + LONGEST_HERE_MS;
    return collectSpans(search.pattern, matches, limit, () => clock.monotonic() <= end);
  };

  return {
    validate(pattern, flags = {}) {
      const here = read(pattern, flags);
      if (here === undefined) toJavaScriptPattern(pattern, flags);
      else here.backtracking();
    },
    async matches(pattern, text, { limit = Number.POSITIVE_INFINITY, signal, ...flags } = {}) {
      const here = searchHere({ pattern, text, read: read(pattern, flags) }, limit);
      return matchesAt(text, here ?? (await searchThread({ pattern, flags, text, limit }, signal)));
    },
    valueTest() {
      let left = valueTestsMs;
      return (pattern, text) => {
        if (left <= 0) throw tooLong({ pattern, text }, valueTestsMs);
        stoppable ??= createStoppable();
        const started = clock.monotonic();
        const search = { pattern, text, read: read(pattern, {}) };
        const matched = hasQuickMatch(search) ?? stoppable(() => backtracks(search), left);
        // a search may be stopped a moment before its time is over
        left = matched === undefined ? 0 : left - (clock.monotonic() - started);
        if (matched === undefined) throw tooLong(search, valueTestsMs);
        return matched;
      };
    },
  };
}

interface Search {
  readonly pattern: string;
  readonly text: string;
  readonly read: ReadPattern | undefined;
}

function cacheKey(pattern: string, { ignoreCase, multiline, dotAll, verbose, ascii }: PatternFlags): string {
  return [ignoreCase, multiline, dotAll, verbose, ascii].map((flag) => (flag ? "1" : "0")).join("") + pattern;
}

/** The matches of a search where none takes long; undefined where that cannot be said. */
function quickMatches({ read, text }: Search): Iterable<Spans> | undefined {
  if (read === undefined || read.size > LARGEST_HERE) return undefined;
  const { bounded, size } = read;
  // compiling for RE2 takes longer than most such searches
  if (bounded !== undefined && stepsOf(bounded, size, text.length) <= MOST_STEPS_HERE)
    return read.backtracking()(text);
  return size * text.length > MOST_STEPS_HERE ? undefined : linearSpans(read, text);
}

function hasQuickMatch(search: Search): boolean | undefined {
  const matches = quickMatches(search);
  return matches === undefined ? undefined : matches[Symbol.iterator]().next().done !== true;
}

function backtracks({ pattern, text }: Search): boolean {
  const { source, flags } = toJavaScriptPattern(pattern);
  return new RegExp(source, flags).test(text);
}
