import { type JsonValue, ownEntry } from "../../base/index.ts";
import {
  readTraitLists,
  traitLabels,
  traitOfKey,
  traitScoresByType,
  type VerificationResult,
} from "../../result/index.ts";

/** How a trait was judged. */
export interface TraitView {
  readonly name: string;
  readonly value: JsonValue;
  /** The class of a literal trait. */
  readonly label: string | null;
  /** Its kind, such as `llm`. */
  readonly type: string;
  /** `global`, `question_specific` or `dynamic`. */
  readonly provenance: string | null;
}

/** The traits of a result, and those without a value. */
export interface TraitViews {
  readonly judged: readonly TraitView[];
  /** What an answer lacks or has of what a metric trait asks for. */
  readonly lists: readonly {
    readonly trait: string;
    readonly title: string;
    readonly entries: readonly string[];
  }[];
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
  /** Dynamic traits that did not apply. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

/** The traits of a result; null where none were judged. */
export function traitViews({ rubric }: Pick<VerificationResult, "rubric">): TraitViews | null {
  if (rubric === null) return null;
  const failures = rubric.traitFailures ?? {};
  const labels = traitLabels(rubric);
  const withReason = (reasons: { readonly [name: string]: string }) =>
    Object.entries(reasons).map(([name, reason]) => ({ name, reason }));
  const views = {
    judged: traitScoresByType(rubric).flatMap(([type, scores]) =>
      Object.entries(scores ?? {})
        .filter(([name]) => !Object.hasOwn(failures, name))
        .map(([name, value]) => ({
          name,
          value,
          label: ownEntry(labels, name) ?? null,
          type,
          provenance: ownEntry(rubric.traitProvenance, traitOfKey(rubric, name)) ?? null,
        })),
    ),
    lists: readTraitLists(rubric),
    failed: withReason(failures),
    skipped: withReason(rubric.dynamicRubricSkippedTraits ?? {}),
  };
  return Object.values(views).every((list) => list.length === 0) ? null : views;
}
