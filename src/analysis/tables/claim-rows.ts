import * as z from "zod";
import { ownEntry } from "../../base/index.ts";
import { flag, integer, integerOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** A claim, quotation or passage behind a trait about retrieval. */
export const ClaimRow = z.object({
  ...contextColumns,
  traitName: text("the trait"),
  retrievalMeasure: textOrNull(
    "what it measures: `faithfulness`, `context_recall`, `context_relevance` or `context_precision`",
  ),
  claimIndex: integer("its place among those of the trait, from 0"),
  claimText: text(
    "the claim in the judge's words; the quotation, for context relevance; why, for context precision",
  ),
  claimCounts: flag("true: supported, needed or of use"),
  claimSentence: textOrNull("the sentence that makes the claim"),
  claimStart: integerOrNull(
    "where that starts in the final message, or in the reference answer for context recall, in UTF-16 units",
  ),
  claimEnd: integerOrNull("where it ends; this unit is not part of it"),
  retrievedIndex: integerOrNull("the passage it is about, as in `retrieved_contexts`"),
  claimQuote: textOrNull("the words of that passage that support it"),
  claimQuoteStart: integerOrNull("where those start in the passage, in UTF-16 units"),
  claimQuoteEnd: integerOrNull("where they end; this unit is not part of them"),
  claimReason: textOrNull("why it does not count"),
});
export type ClaimRow = z.infer<typeof ClaimRow>;

/** What stands behind traits about retrieval. */
export const claimsTable = defineTable({
  name: "claims",
  about: "one row per result, trait about retrieval, and claim, quotation or passage behind its score",
  schema: ClaimRow,
  *rowsOf(result) {
    const { retrievalTraitFindings, retrievalTraitCounts } = result.rubric ?? {};
    const context = contextOf(result);
    for (const [traitName, findings] of Object.entries(retrievalTraitFindings ?? {}))
      for (const [claimIndex, one] of findings.entries())
        yield {
          ...context,
          traitName,
          retrievalMeasure: ownEntry(retrievalTraitCounts, traitName)?.measure ?? null,
          claimIndex,
          claimText: one.text,
          claimCounts: one.counts,
          claimSentence: one.sentence,
          claimStart: one.start,
          claimEnd: one.end,
          retrievedIndex: one.context === null ? null : one.context - 1,
          claimQuote: one.quote,
          claimQuoteStart: one.quoteStart,
          claimQuoteEnd: one.quoteEnd,
          claimReason: one.reason,
        };
  },
});
