import * as z from "zod";
import { type JsonValue, ownEntry } from "../../base/index.ts";
import {
  traitLabels,
  traitOfKey,
  traitScoresByType,
  type VerificationResult,
  type VerificationResultRubric,
} from "../../result/index.ts";
import { excludedTraitReason, type TraitType } from "../../rubric/index.ts";
import { cellText } from "./cell-text.ts";
import { integerOrNull, numberOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

const TraitStatus = z.enum(["judged", "failed", "skipped", "excluded"]);

/** A trait of a result, or a field or metric of one. */
export const TraitRow = z.object({
  ...contextColumns,
  traitName: text("the trait"),
  traitStatus: TraitStatus.describe(
    "`judged`; `failed`: it was to have a value and has none; `skipped`: it did not apply; `excluded`: the run left it out",
  ),
  traitField: textOrNull("of a template trait: its field"),
  metricName: textOrNull("of a metric trait: the metric"),
  traitScore: numberOrNull(
    "the value as a number, 1 for true and 0 for false; null for texts, and where not judged",
  ),
  traitValue: textOrNull("the value: texts as they are, all else as JSON"),
  traitLabel: textOrNull("of a literal trait: the class"),
  traitType: textOrNull(
    "`llm_binary`, `llm_score`, `llm_literal`, `llm_template`, `regex`, `callable`, `metric`, `retrieval` or `agentic`",
  ),
  evaluationMethod: textOrNull("`llm`, `regex`, `callable`, `metric`, `retrieval` or `agentic`"),
  traitProvenance: textOrNull("`global`, `question_specific` or `dynamic`"),
  traitReason: textOrNull("why there is no value"),
  confusionTp: integerOrNull("of a metric trait: how much was found"),
  confusionFp: integerOrNull("how much was wrongly there"),
  confusionFn: integerOrNull("how much was missing"),
  confusionTn: integerOrNull("how much was rightly absent"),
  retrievalMeasure: textOrNull(
    "of a trait about retrieval: `faithfulness`, `context_recall`, `context_relevance` or `context_precision`",
  ),
  retrievalCounted: integerOrNull(
    "how many claims, sentences or passages count; the table `claims` has each",
  ),
  retrievalOf: integerOrNull("of so many"),
  investigationTrace: textOrNull("of an agentic trait: what the agent that looked said and did"),
});
export type TraitRow = z.infer<typeof TraitRow>;

type OwnColumns = Omit<TraitRow, keyof typeof contextColumns>;

/** The traits of rubrics. */
export const traitsTable = defineTable({
  name: "traits",
  about: "one row per result and trait, field of a template trait or metric of a metric trait",
  schema: TraitRow,
  *rowsOf(result) {
    const context = contextOf(result);
    for (const own of ownRows(result)) yield { ...context, ...own };
  },
});

const noValue: Omit<OwnColumns, "traitName" | "traitStatus"> = {
  traitField: null,
  metricName: null,
  traitScore: null,
  traitValue: null,
  traitLabel: null,
  traitType: null,
  evaluationMethod: null,
  traitProvenance: null,
  traitReason: null,
  confusionTp: null,
  confusionFp: null,
  confusionFn: null,
  confusionTn: null,
  retrievalMeasure: null,
  retrievalCounted: null,
  retrievalOf: null,
  investigationTrace: null,
};

function* ownRows({ rubric }: VerificationResult): Generator<OwnColumns> {
  if (rubric === null) return;
  const failures = rubric.traitFailures ?? {};
  const skipped = rubric.dynamicRubricSkippedTraits ?? {};
  const seen = new Set<string>();
  for (const row of scoreRows(rubric)) {
    seen.add(row.traitName);
    yield row;
  }
  const provenance = (trait: string) => ownEntry(rubric.traitProvenance, trait) ?? null;
  const missing = (
    traitName: string,
    status: OwnColumns["traitStatus"],
    traitReason: string,
  ): OwnColumns => ({
    traitName,
    traitStatus: status,
    ...noValue,
    traitProvenance: provenance(traitName),
    traitReason,
  });
  for (const [trait, reason] of Object.entries(failures))
    if (!seen.has(trait)) yield missing(trait, "failed", reason);
  for (const [trait, reason] of Object.entries(skipped))
    yield missing(trait, reason === excludedTraitReason ? "excluded" : "skipped", reason);
  for (const trait of Object.keys(rubric.traitProvenance ?? {})) {
    const isKnown = seen.has(trait) || Object.hasOwn(failures, trait) || Object.hasOwn(skipped, trait);
    if (!isKnown) yield missing(trait, "failed", "not evaluated");
  }
}

function* scoreRows(rubric: VerificationResultRubric): Generator<OwnColumns> {
  const labels = traitLabels(rubric);
  for (const [type, scores] of traitScoresByType(rubric)) {
    for (const [key, value] of Object.entries(scores ?? {})) {
      const traitName = traitOfKey(rubric, key);
      const label = ownEntry(labels, key) ?? null;
      const failure = ownEntry(rubric.traitFailures, traitName);
      const isOutside = value === -1 && label !== null;
      const field = key === traitName ? null : key.slice(traitName.length + 1);
      const isJudged = failure === undefined && !isOutside;
      const counts = type === "retrieval" ? ownEntry(rubric.retrievalTraitCounts, key) : undefined;
      const row: OwnColumns = {
        traitName,
        traitStatus: isJudged ? "judged" : "failed",
        ...noValue,
        traitField: field,
        traitScore: isJudged ? scoreOf(value) : null,
        traitValue: cellText(value),
        traitLabel: label,
        traitType: typeOf(type, value, { isLabelled: label !== null, isField: field !== null }),
        evaluationMethod: type,
        traitProvenance: ownEntry(rubric.traitProvenance, traitName) ?? null,
        traitReason: failure ?? (isOutside ? "the value is none of the trait's classes" : null),
        retrievalMeasure: counts?.measure ?? null,
        retrievalCounted: counts?.counted ?? null,
        retrievalOf: counts?.of ?? null,
        investigationTrace:
          type === "agentic" ? (ownEntry(rubric.agenticTraitInvestigationTraces, traitName) ?? null) : null,
      };
      if (type === "metric") yield* metricRows(row, rubric, { key, isJudged });
      else yield row;
    }
  }
}

function* metricRows(
  row: OwnColumns,
  { metricTraitScores, metricTraitConfusionLists }: VerificationResultRubric,
  { key, isJudged }: { readonly key: string; readonly isJudged: boolean },
): Generator<OwnColumns> {
  const lists = ownEntry(metricTraitConfusionLists, key);
  for (const [metricName, score] of Object.entries(ownEntry(metricTraitScores, key) ?? {})) {
    yield {
      ...row,
      metricName,
      traitScore: isJudged ? score : null,
      traitValue: String(score),
      confusionTp: lists?.tp.length ?? null,
      confusionFp: lists?.fp.length ?? null,
      confusionFn: lists?.fn.length ?? null,
      confusionTn: lists?.tn.length ?? null,
    };
  }
}

function scoreOf(value: JsonValue): number | null {
  if (typeof value === "boolean") return value ? 1 : 0;
  return typeof value === "number" ? value : null;
}

function typeOf(
  type: TraitType,
  value: JsonValue,
  { isLabelled, isField }: { readonly isLabelled: boolean; readonly isField: boolean },
): string {
  if (type !== "llm") return type;
  if (isField) return "llm_template";
  if (isLabelled) return "llm_literal";
  if (typeof value === "boolean") return "llm_binary";
  return typeof value === "number" ? "llm_score" : "llm_template";
}
