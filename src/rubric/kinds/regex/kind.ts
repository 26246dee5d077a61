import * as z from "zod";
import { judged, type TraitJudgement } from "../../judgement.ts";
import type { CodeTraitKind, TraitTools } from "../trait-kind.ts";
import { RegexRubricTrait } from "./trait.ts";

/**
 * Searches the text for the trait's pattern. `^` and `$` are the ends of the text, `.` stops at a newline, unless the
 * pattern itself says otherwise. A pattern that cannot be matched, or not in time, leaves the trait without a value.
 */
export async function evaluateRegexTrait(
  { name, pattern, caseSensitive, invertResult }: RegexRubricTrait,
  text: string,
  { patterns, signal }: Pick<TraitTools, "patterns" | "signal">,
): Promise<TraitJudgement> {
  const found = await patterns.matches(pattern, text, { ignoreCase: !caseSensitive, limit: 1, signal });
  return judged(name, found.length > 0 !== invertResult);
}

export const regexKind = {
  type: "regex",
  decidedBy: "code",
  title: "Regex trait",
  schema: RegexRubricTrait,
  placeholder: { pattern: "placeholder" },
  optional: ["judge"],
  results: {
    /** Whether the pattern matches, or does not where the trait says so; by trait. */
    scores: z.boolean(),
  },
  evaluate: evaluateRegexTrait,
  describe: ({ pattern }) => `/${pattern}/`,
  ratingTerms: ["RegexTrait"],
  readRating: (rating) => ({
    ...rating.fields("judge", "caseSensitive", "invertResult", "higherIsBetter", "summary"),
    pattern: rating.property("pattern"),
  }),
  writeRating: (trait) => ({
    term: "RegexTrait",
    best: 1,
    worst: 0,
    properties: [
      ["pattern", trait.pattern],
      ["case_sensitive", trait.caseSensitive],
      ["invert_result", trait.invertResult],
      ["higher_is_better", trait.higherIsBetter],
      ["summary", trait.summary ?? undefined],
      ["judge", trait.judge],
    ],
  }),
} as const satisfies CodeTraitKind<RegexRubricTrait>;
