import * as z from "zod";
import { KareninaError, messageOf, type PatternEngine, toJavaScriptPattern } from "../../base/index.ts";
import { judged, notJudged, type TraitJudgement } from "../judgement.ts";
import { traitTexts } from "./trait-fields.ts";
import { defineTraitKind } from "./trait-kind.ts";

const Pattern = z.string().superRefine((pattern, context) => {
  const message = thrownMessage(() => toJavaScriptPattern(pattern));
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

/**
 * Whether a regular expression in Python's dialect matches somewhere in the answer. Authors write {@link regexTrait}.
 * The empty pattern matches everything.
 */
export const RegexRubricTrait = z
  .strictObject({
    type: z.literal("regex").default("regex"),
    ...traitTexts,
    pattern: Pattern,
    caseSensitive: z.boolean().default(true),
    /** True when there is no match. */
    invertResult: z.boolean().default(false),
    higherIsBetter: z.boolean().nullable().default(true),
  })
  .readonly();
export type RegexRubricTrait = z.infer<typeof RegexRubricTrait>;

/**
 * Searches the text for the trait's pattern. `^` and `$` are the ends of the text, `.` stops at a newline, unless the
 * pattern itself says otherwise. A pattern that cannot be matched, or not in time, leaves the trait without a value.
 */
export async function evaluateRegexTrait(
  trait: RegexRubricTrait,
  text: string,
  patterns: PatternEngine,
  signal?: AbortSignal,
): Promise<TraitJudgement> {
  try {
    const found = await patterns.matches(trait.pattern, text, { ...flagsOf(trait), limit: 1, signal });
    return judged(trait.name, found.length > 0 !== trait.invertResult);
  } catch (error) {
    if (KareninaError.isInstance(error)) return notJudged(error.message);
    throw error;
  }
}

export const regexKind = defineTraitKind<RegexRubricTrait>({
  type: "regex",
  title: "Regex trait",
  schema: RegexRubricTrait,
  placeholder: { pattern: "" },
  maxScore: () => undefined,
  resultKeys: ({ name }) => [name],
  readRating: (rating) => ({
    ...rating.fields("caseSensitive", "invertResult", "higherIsBetter", "summary"),
    pattern: rating.property("pattern") ?? "",
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
    ],
  }),
});

function flagsOf({ caseSensitive }: RegexRubricTrait): { readonly ignoreCase: boolean } {
  return { ignoreCase: !caseSensitive };
}

function thrownMessage(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
