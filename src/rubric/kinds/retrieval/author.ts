import { authorTrait } from "../author-trait.ts";
import { retrievalKind } from "./kind.ts";
import type { RetrievalMeasure, RetrievalRubricTrait } from "./trait.ts";

/** What the author of a trait about retrieval may say; everything has a default. */
export interface RetrievalTraitInput {
  /** Unique in its rubric, without "."; default: what is measured, such as `faithfulness`. */
  readonly name?: string;
  /** What the judge is told beside its rules, such as what counts as a claim. */
  readonly description?: string | null;
  /** A short name of what the trait is about; dynamic rubrics ask for it. */
  readonly summary?: string | null;
  /** Default true. */
  readonly higherIsBetter?: boolean | null;
}

/**
 * The share of the answer's claims that the passages looked up for it support: supported ÷ claims (Es et al. 2023,
 * arXiv 2309.15217). A claim counts as supported where the judge quotes the words that do and they stand in a passage.
 *
 * @example
 * rubric([faithfulness(), contextRecall()])
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function faithfulness(input: RetrievalTraitInput = {}): RetrievalRubricTrait {
  return retrievalTrait("faithfulness", input);
}

/** The share of the reference answer's claims that the passages support: attributable ÷ claims. Throws as {@link faithfulness}. */
export function contextRecall(input: RetrievalTraitInput = {}): RetrievalRubricTrait {
  return retrievalTrait("context_recall", input);
}

/**
 * The share of the passages' sentences that are needed to answer the question (Es et al. 2023). Throws as
 * {@link faithfulness}.
 */
export function contextRelevance(input: RetrievalTraitInput = {}): RetrievalRubricTrait {
  return retrievalTrait("context_relevance", input);
}

/**
 * Whether the passages that help to reach the reference answer come first: the mean, over those, of the share of useful
 * ones up to each. Throws as {@link faithfulness}.
 */
export function contextPrecision(input: RetrievalTraitInput = {}): RetrievalRubricTrait {
  return retrievalTrait("context_precision", input);
}

function retrievalTrait(measure: RetrievalMeasure, input: RetrievalTraitInput): RetrievalRubricTrait {
  return authorTrait(retrievalKind, { ...input, name: input.name ?? measure, measure });
}
