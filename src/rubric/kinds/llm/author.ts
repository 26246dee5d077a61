import { readValueInput, type ValueInput } from "../../values/value-input.ts";
import { authorTrait, type JudgedText, type TraitTexts } from "../author-trait.ts";
import { llmKind } from "./kind.ts";
import type { LLMRubricTrait } from "./trait.ts";

/** What the author of an LLM trait says; everything but `name` and `kind` (and `classes`) has a default. */
export type LLMTraitInput = TraitTexts &
  JudgedText &
  ValueInput & {
    /** Shows the reference answer to the judge of this trait; default false. */
    readonly includeGroundTruth?: boolean;
    /** Judge from verbatim excerpts; default false, not for templates. */
    readonly deepJudgmentEnabled?: boolean;
    /** Default true. */
    readonly deepJudgmentExcerptEnabled?: boolean;
    /** Default: the run's. */
    readonly deepJudgmentMaxExcerpts?: number | null;
    /** In 0..1; default: the run's. */
    readonly deepJudgmentFuzzyMatchThreshold?: number | null;
    /** Default: the run's. */
    readonly deepJudgmentExcerptRetryAttempts?: number | null;
    /** Default false. */
    readonly deepJudgmentSearchEnabled?: boolean;
  };

/**
 * A quality that a judge model decides on.
 *
 * @example
 * llmTrait({ name: "concise", description: "Is the answer concise?", kind: "boolean" })
 * llmTrait({ name: "clarity", kind: "score", minScore: 0, maxScore: 10 })
 * llmTrait({ name: "tone", kind: "literal", classes: { formal: "No contractions", casual: "Spoken language" } })
 * llmTrait({ name: "claims", kind: z.object({ count: z.int(), sources: z.array(z.string()) }) })
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function llmTrait(input: LLMTraitInput): LLMRubricTrait {
  const read = readValueInput(input);
  return authorTrait(llmKind, read.input, read.problems);
}
