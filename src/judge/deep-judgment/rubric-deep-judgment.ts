import type { SearchPort } from "../../ports/index.ts";
import type { Excerpt, HallucinationRisk, RejectedExcerpt } from "../../result/index.ts";
import type { TraitScores } from "../../rubric/index.ts";
import type { EvidenceSettings, EvidenceStrategy } from "./settings.ts";

/** How one trait is judged from evidence. */
export interface TraitDeepJudgment extends EvidenceSettings {
  /** False: the judge reasons from the whole answer, without excerpts. */
  readonly excerptEnabled: boolean;
  readonly searchEnabled: boolean;
}

/** One trait's settings as a user gives them; what is absent or null is taken from the run's defaults. */
export interface TraitDeepJudgmentInput {
  /** Default true. */
  readonly enabled?: boolean | undefined;
  /** Default true. */
  readonly excerptEnabled?: boolean | undefined;
  readonly maxExcerpts?: number | null | undefined;
  readonly fuzzyMatchThreshold?: number | null | undefined;
  readonly excerptRetryAttempts?: number | null | undefined;
  /** Default: whether the run looks excerpts up. */
  readonly searchEnabled?: boolean | undefined;
}

/** Which traits of a run are judged from evidence, and how. */
export interface RubricDeepJudgmentOptions {
  /**
   * `enable_all`: every LLM trait, by the run's settings. `use_checkpoint`: those traits that ask for it, by their own
   * settings. `custom`: those named in `custom`. A run without deep judgment of rubrics has no such options at all.
   */
  readonly mode: "enable_all" | "use_checkpoint" | "custom";
  readonly strategy: EvidenceStrategy;
  /** What holds where a trait says nothing itself. */
  readonly defaults: EvidenceSettings;
  /** With `enable_all`: whether the judge looks for excerpts. */
  readonly globalExcerpts: boolean;
  /** Looks up the excerpts of every trait that is judged from excerpts. */
  readonly searchEnabled: boolean;
  /** With `custom`: by trait; an entry for the question replaces the global one as a whole. */
  readonly custom: {
    readonly global: { readonly [trait: string]: TraitDeepJudgmentInput };
    readonly questionSpecific: {
      readonly [questionId: string]: { readonly [trait: string]: TraitDeepJudgmentInput };
    };
  } | null;
  /** Null when no trait can ask for a search. */
  readonly search: SearchPort | null;
}

/** How the deep judgment of one trait went. */
export interface TraitRecord {
  /** Of `excerpt_extraction`, `hallucination_assessment`, `reasoning_generation`, `score_extraction`, in order. */
  readonly stagesCompleted: readonly string[];
  /** Calls that came back; a call for several traits counts for each of them. */
  readonly modelCalls: number;
  readonly hadExcerpts: boolean;
  readonly excerptRetryCount: number;
  /** No excerpt was valid in the last attempt. */
  readonly excerptValidationFailed: boolean;
  /** Why the trait has no value although evidence was not lacking. */
  readonly error?: string;
}

/** The evidence behind the traits that were judged from evidence. */
export interface RubricDeepJudgment {
  /** Quotations of every attempt that are no evidence; a trait without any is left out. */
  readonly rejected: { readonly [trait: string]: readonly RejectedExcerpt[] };
  readonly excerpts: { readonly [trait: string]: readonly Excerpt[] };
  readonly reasoning: { readonly [trait: string]: string };
  /** Scores of the traits judged from evidence, as in the rubric section. */
  readonly scores: TraitScores;
  /** Scores of the other LLM traits. */
  readonly standardScores: TraitScores;
  readonly traits: { readonly [trait: string]: TraitRecord };
  /** Traits for which the last attempt gave no valid excerpt; a trait whose judge failed is not among them. */
  readonly traitsWithoutValidExcerpts: readonly string[];
  readonly hallucinationRisk: {
    readonly [trait: string]: {
      readonly overallRisk: HallucinationRisk;
      readonly perExcerptRisks: readonly string[];
    };
  };
  /** Calls that came back in all; a call for several traits counts once. */
  readonly modelCalls: number;
  readonly excerptRetries: number;
}
