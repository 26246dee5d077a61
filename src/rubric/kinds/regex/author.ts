import { authorTrait, type JudgedText, type TraitTexts } from "../author-trait.ts";
import { regexKind } from "./kind.ts";
import type { RegexRubricTrait } from "./trait.ts";

/** What the author of a regex trait says. */
export interface RegexTraitInput extends TraitTexts, JudgedText {
  /** In Python's dialect, not empty; searched anywhere in the answer. */
  readonly pattern: string;
  /** Default true. */
  readonly caseSensitive?: boolean;
  /** True when there is no match; default false. */
  readonly invertResult?: boolean;
  /** Default true. */
  readonly higherIsBetter?: boolean | null;
}

/**
 * Whether a regular expression matches somewhere in the answer.
 *
 * @example
 * regexTrait({ name: "has_citations", pattern: String.raw`\[\d+\]` })
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function regexTrait(input: RegexTraitInput): RegexRubricTrait {
  return authorTrait(regexKind, input);
}
