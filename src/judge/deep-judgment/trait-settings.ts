import { ownEntry } from "../../base/index.ts";
import type { LLMRubricTrait } from "../../rubric/index.ts";
import type {
  RubricDeepJudgmentOptions,
  TraitDeepJudgment,
  TraitDeepJudgmentInput,
} from "./rubric-deep-judgment.ts";

/**
 * How a trait of a question is judged from evidence; null: in the standard way.
 *
 * What a trait or an entry leaves open is taken from the run's settings for rubrics. With `custom`, the entry for the
 * question replaces the global one as a whole.
 *
 * @example
 * rubric.llmTraits.filter((trait) => traitDeepJudgment(trait, question.id, options) !== null)
 */
export function traitDeepJudgment(
  trait: LLMRubricTrait,
  questionId: string,
  options: RubricDeepJudgmentOptions,
): TraitDeepJudgment | null {
  const given = givenBy[options.mode](trait, questionId, options);
  if (given === undefined || given.enabled === false) return null;
  const { defaults } = options;
  return {
    excerptEnabled: given.excerptEnabled ?? true,
    maxExcerpts: given.maxExcerpts ?? defaults.maxExcerpts,
    threshold: given.fuzzyMatchThreshold ?? defaults.threshold,
    retryAttempts: given.excerptRetryAttempts ?? defaults.retryAttempts,
    searchEnabled: given.searchEnabled ?? options.searchEnabled,
    ...(defaults.sources && { sources: defaults.sources }),
  };
}

type Given = (
  trait: LLMRubricTrait,
  questionId: string,
  options: RubricDeepJudgmentOptions,
) => TraitDeepJudgmentInput | undefined;

/** Where each mode takes a trait's settings from; undefined: the trait is not among those it names. */
const givenBy: { readonly [mode in RubricDeepJudgmentOptions["mode"]]: Given } = {
  enable_all: (_trait, _questionId, { globalExcerpts }) => ({ excerptEnabled: globalExcerpts }),
  use_checkpoint: (trait, _questionId, { searchEnabled }) => ({
    enabled: trait.deepJudgmentEnabled,
    excerptEnabled: trait.deepJudgmentExcerptEnabled,
    maxExcerpts: trait.deepJudgmentMaxExcerpts,
    fuzzyMatchThreshold: trait.deepJudgmentFuzzyMatchThreshold,
    excerptRetryAttempts: trait.deepJudgmentExcerptRetryAttempts,
    searchEnabled: trait.deepJudgmentSearchEnabled || searchEnabled,
  }),
  custom: ({ name }, questionId, { custom }) =>
    ownEntry(ownEntry(custom?.questionSpecific, questionId), name) ?? ownEntry(custom?.global, name),
};
