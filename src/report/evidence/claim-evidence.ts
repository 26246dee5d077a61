import { ownEntry, pluralize } from "../../base/index.ts";
import type { Excerpt, VerificationResult } from "../../result/index.ts";

type Rubric = NonNullable<VerificationResult["rubric"]>;
type Finding = NonNullable<Rubric["retrievalTraitFindings"]>[string][number];
type Measure = NonNullable<Rubric["retrievalTraitCounts"]>[string]["measure"];

/** What stands behind a trait about retrieval. */
interface ClaimEvidence {
  readonly name: string;
  /** The sentences of the answer with claims that nothing supports. */
  readonly found: readonly Excerpt[];
  /** How many claims, sentences or passages count, and what is known of each that `found` has not. */
  readonly notes: readonly string[];
}

/** The claims, quotations and passages behind the traits about retrieval, in words for readers. */
export function claimEvidence({ rubric }: Pick<VerificationResult, "rubric">): readonly ClaimEvidence[] {
  return Object.entries(rubric?.retrievalTraitFindings ?? {}).map(([name, findings]) => {
    const counts = ownEntry(rubric?.retrievalTraitCounts, name);
    const isMarked = (one: Finding) => counts?.measure === "faithfulness" && !one.counts;
    return {
      name,
      found: findings.filter(isMarked).map(({ text, sentence, start, end, reason }) => ({
        text: sentence ?? text,
        start,
        end,
        explanation: `not supported: ${text}${reason === null ? "" : ` (${reason})`}`,
      })),
      notes: [
        ...(counts === undefined ? [] : [countTexts[counts.measure](counts.counted, counts.of)]),
        ...findings.filter((one) => !isMarked(one)).map(noteText),
      ],
    };
  });
}

const countTexts: { readonly [Name in Measure]: (counted: number, of: number) => string } = {
  faithfulness: (counted, of) =>
    `supported by the contexts: ${counted} of ${pluralize(of, "claim")} of the answer`,
  context_recall: (counted, of) =>
    `supported by the contexts: ${counted} of ${pluralize(of, "claim")} of the reference answer`,
  context_relevance: (counted, of) =>
    `needed for the answer: ${counted} of ${pluralize(of, "sentence")} of the contexts`,
  context_precision: (counted, of) =>
    `of use for the reference answer: ${counted} of ${pluralize(of, "passage")}`,
};

function noteText({ text, sentence, counts, context, quote, reason }: Finding): string {
  const passage = context === null ? "" : `passage ${context}`;
  if (sentence !== null)
    return counts
      ? `supported: ${text} (${passage}: "${quote ?? ""}")`
      : `not supported: ${text}${reason === null ? "" : ` (${reason})`}`;
  if (quote !== null) return `needed: "${quote}" (${passage})`;
  if (context !== null)
    return `${passage}: ${counts ? "of use" : "of no use"}${text === "" ? "" : ` (${text})`}`;
  return `does not count: ${reason ?? text}`;
}
