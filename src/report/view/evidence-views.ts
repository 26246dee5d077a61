import { type JsonValue, ownEntry } from "../../base/index.ts";
import {
  differenceTexts,
  type Excerpt,
  getAllTraitScores,
  traitLabels,
  type VerificationResult,
} from "../../result/index.ts";
import type { JudgedTexts } from "../evidence/judged-text.ts";
import type { ShownEvidence } from "../evidence/shown-evidence.ts";

/** A quotation that is evidence. */
export interface ExcerptView {
  /** `1`, or `1.2` for the second of several; the mark in the text has the same. */
  readonly tag: string;
  readonly text: string;
  readonly confidence: string | null;
  /** Likeness of the quotation and its place in the answer, 0..1. */
  readonly similarity: number | null;
  /** False: it stands nowhere in the text it was quoted from. */
  readonly found: boolean;
  readonly source: Excerpt["source"] | null;
  readonly explanation: string | null;
  readonly risk: string | null;
  readonly justification: string | null;
  readonly search: Excerpt["searchResults"] | null;
}

/** A quotation that is no evidence, and why. */
export interface RejectedView {
  readonly text: string;
  readonly reason: string | null;
  readonly similarity: number | null;
  readonly threshold: number | null;
  readonly nearest: string | null;
  readonly differences: readonly string[];
  readonly source: Excerpt["source"] | null;
  readonly attempt: number | null;
}

/** What stands behind one attribute or trait. */
export interface EvidenceView
  extends Pick<
    ShownEvidence,
    "kind" | "role" | "name" | "number" | "explanations" | "reasoning" | "risk" | "lacksExcerpts" | "notes"
  > {
  /** The value it stands for; absent where nothing is known. */
  readonly value?: JsonValue;
  readonly excerpts: readonly ExcerptView[];
  /** The last attempt first. */
  readonly rejected: readonly RejectedView[];
}

/** The evidence of a result with what was found out about its places. */
export function evidenceViews(
  result: Pick<VerificationResult, "template" | "rubric">,
  items: readonly ShownEvidence[],
  judged: Pick<JudgedTexts, "notFound" | "similarity">,
): readonly EvidenceView[] {
  return items.map(({ excerpts, rejected, ...item }) => {
    const value = valueBehind(item, result);
    return {
      ...item,
      ...(value !== undefined && { value }),
      excerpts: excerpts.map((excerpt) => ({
        tag: excerpt.tag,
        text: excerpt.text,
        confidence: excerpt.confidence ?? null,
        similarity: excerpt.similarityScore ?? judged.similarity.get(excerpt.tag) ?? null,
        found: !judged.notFound.has(excerpt.tag),
        source: excerpt.source ?? null,
        explanation: excerpt.explanation ?? null,
        risk: excerpt.hallucinationRisk ?? null,
        justification: excerpt.hallucinationJustification ?? null,
        search: excerpt.searchResults ?? null,
      })),
      rejected: rejected.toReversed().map((excerpt) => ({
        text: excerpt.text,
        reason: excerpt.reason ?? null,
        similarity: excerpt.similarityScore ?? null,
        threshold: excerpt.threshold ?? null,
        nearest: excerpt.reason === "says_nothing" ? null : (excerpt.nearestPassage ?? null),
        differences: differenceTexts(excerpt),
        source: excerpt.source ?? null,
        attempt: excerpt.attempt ?? null,
      })),
    };
  });
}

function valueBehind(
  { kind, name }: Pick<ShownEvidence, "kind" | "name">,
  { template, rubric }: Pick<VerificationResult, "template" | "rubric">,
): JsonValue | undefined {
  if (kind === "attribute") return ownEntry(template?.parsedLlmResponse ?? null, name);
  if (rubric === null) return undefined;
  return ownEntry(traitLabels(rubric), name) ?? ownEntry(getAllTraitScores(rubric), name);
}
