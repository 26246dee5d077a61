import * as z from "zod";
import type { Excerpt, RejectedExcerpt } from "../../result/index.ts";
import { flag, integer, integerOrNull, numberOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { attributeColumns } from "./judgment-rows.ts";
import { defineTable } from "./table.ts";

/** A quotation of a result. */
export const ExcerptRow = z.object({
  ...contextColumns,
  ...attributeColumns,
  isEvidence: flag("false: code did not take the quotation for evidence"),
  excerptIndex: integer(
    "its place among those of its field or trait, from 0; counted apart for those that are no evidence",
  ),
  excerptText: text("the quotation; empty where nothing was found, and the explanation says why"),
  excerptConfidence: textOrNull("how sure the judge is: `low`, `medium` or `high`"),
  excerptSimilarityScore: numberOrNull("likeness of the quotation and the passage of the answer, 0..1"),
  excerptStart: integerOrNull("where the passage starts in the answer, in UTF-16 units"),
  excerptEnd: integerOrNull("where it ends; this unit is not part of it"),
  excerptSource: textOrNull("which part of a trace it stands in"),
  excerptExplanation: textOrNull("why the judge quotes it, or why there is nothing to quote"),
  excerptHallucinationRisk: textOrNull("how much the claim may be invented"),
  excerptHallucinationJustification: textOrNull("why the judge says so"),
  searchResultCount: integerOrNull("how many texts a search found about the claim; null: none was made"),
  rejectionReason: textOrNull("why it is no evidence: `unlike`, `altered`, `says_nothing` or `other_source`"),
  nearestPassage: textOrNull("of one that is no evidence: the passage that comes nearest"),
  attempt: integerOrNull("of one that is no evidence: in which attempt of the judge, from 1"),
});
export type ExcerptRow = z.infer<typeof ExcerptRow>;

type OwnColumns = Omit<ExcerptRow, keyof typeof contextColumns | keyof typeof attributeColumns>;

/** The quotations behind fields and traits. */
export const excerptsTable = defineTable({
  name: "excerpts",
  about: "one row per result, field or trait, and quotation of the judge (deep judgment)",
  schema: ExcerptRow,
  *rowsOf(result) {
    const { deepJudgment, deepJudgmentRubric } = result;
    const context = contextOf(result);
    const places = [
      ["field", deepJudgment?.extractedExcerpts, evidenceColumns],
      ["field", deepJudgment?.rejectedExcerpts, rejectedColumns],
      ["trait", deepJudgmentRubric?.extractedRubricExcerpts, evidenceColumns],
      ["trait", deepJudgmentRubric?.rejectedRubricExcerpts, rejectedColumns],
    ] as const;
    for (const [attributeKind, byName, columnsOf] of places)
      for (const [attributeName, excerpts] of Object.entries(byName ?? {}))
        for (const [index, excerpt] of excerpts.entries())
          yield { ...context, attributeKind, attributeName, ...columnsOf(excerpt, index) };
  },
});

function evidenceColumns(excerpt: Excerpt, excerptIndex: number): OwnColumns {
  const { searchResults } = excerpt;
  return {
    isEvidence: true,
    excerptIndex,
    excerptText: excerpt.text,
    excerptConfidence: excerpt.confidence ?? null,
    excerptSimilarityScore: excerpt.similarityScore ?? null,
    excerptStart: excerpt.start ?? null,
    excerptEnd: excerpt.end ?? null,
    excerptSource: excerpt.source ?? null,
    excerptExplanation: excerpt.explanation ?? null,
    excerptHallucinationRisk: excerpt.hallucinationRisk ?? null,
    excerptHallucinationJustification: excerpt.hallucinationJustification ?? null,
    searchResultCount: typeof searchResults === "string" ? 1 : (searchResults?.length ?? null),
    rejectionReason: null,
    nearestPassage: null,
    attempt: null,
  };
}

function rejectedColumns(excerpt: RejectedExcerpt, excerptIndex: number): OwnColumns {
  return {
    isEvidence: false,
    excerptIndex,
    excerptText: excerpt.text,
    excerptConfidence: excerpt.confidence ?? null,
    excerptSimilarityScore: excerpt.similarityScore ?? null,
    excerptStart: null,
    excerptEnd: null,
    excerptSource: excerpt.source ?? null,
    excerptExplanation: null,
    excerptHallucinationRisk: null,
    excerptHallucinationJustification: null,
    searchResultCount: null,
    rejectionReason: excerpt.reason ?? null,
    nearestPassage: excerpt.nearestPassage ?? null,
    attempt: excerpt.attempt ?? null,
  };
}
