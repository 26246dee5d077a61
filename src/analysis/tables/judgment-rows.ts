import * as z from "zod";
import { ownEntry } from "../../base/index.ts";
import type { VerificationResult } from "../../result/index.ts";
import { cellText, keysOf } from "./cell-text.ts";
import { flag, flagOrNull, integer, integerOrNull, text, textOrNull } from "./column.ts";
import { contextColumns, contextOf } from "./context.ts";
import { defineTable } from "./table.ts";

/** What is judged from evidence. */
export const attributeColumns = {
  attributeKind: z
    .enum(["field", "trait"])
    .describe("what is judged from evidence: a `field` of the template, or a `trait`"),
  attributeName: text("the field or trait"),
};

/** A field or trait of a result that is judged from evidence. */
export const JudgmentRow = z.object({
  ...contextColumns,
  ...attributeColumns,
  attributeValue: textOrNull("the value judged: texts as they are, all else as JSON"),
  attributeMatch: flagOrNull("of a field: whether it passed"),
  attributeReasoning: textOrNull("why the value follows from the evidence"),
  attributeOverallRisk: textOrNull("how much the claims may be invented: `none`, `low`, `medium` or `high`"),
  attributeHasExcerpts: flag("true: there is evidence"),
  excerptCount: integer("quotations that are evidence"),
  rejectedExcerptCount: integer("quotations that are none, of every attempt"),
  modelCalls: integerOrNull("of a trait: calls of the judge"),
  excerptRetries: integerOrNull("of a trait: how often it was asked again for quotations"),
  validationFailed: flagOrNull("of a trait: true where no quotation was evidence after all attempts"),
  judgmentError: textOrNull("of a trait: why it has no value although evidence was not lacking"),
});
export type JudgmentRow = z.infer<typeof JudgmentRow>;

type OwnColumns = Omit<JudgmentRow, keyof typeof contextColumns>;

/** What is judged from evidence. */
export const judgmentsTable = defineTable({
  name: "judgments",
  about: "one row per result and field or trait that is judged from evidence (deep judgment)",
  schema: JudgmentRow,
  *rowsOf(result) {
    const context = contextOf(result);
    for (const own of fieldJudgments(result)) yield { ...context, ...own };
    for (const own of traitJudgments(result)) yield { ...context, ...own };
  },
});

const withText = (excerpts: readonly { readonly text: string }[] | undefined): number =>
  excerpts?.filter(({ text: quoted }) => quoted !== "").length ?? 0;

function* fieldJudgments({ deepJudgment, template }: VerificationResult): Generator<OwnColumns> {
  if (deepJudgment === null) return;
  const {
    extractedExcerpts: excerpts,
    rejectedExcerpts: rejected,
    attributeReasoning: reasoning,
    hallucinationRiskAssessment: risks,
    attributesWithoutExcerpts: without,
  } = deepJudgment;
  const names = new Set([...keysOf(excerpts, reasoning, risks, rejected), ...(without ?? [])]);
  for (const attributeName of names) {
    const count = withText(ownEntry(excerpts, attributeName));
    yield {
      attributeKind: "field",
      attributeName,
      attributeValue: cellText(ownEntry(template?.parsedLlmResponse, attributeName)),
      attributeMatch: ownEntry(template?.fieldResults, attributeName) ?? null,
      attributeReasoning: ownEntry(reasoning, attributeName) ?? null,
      attributeOverallRisk: ownEntry(risks, attributeName) ?? null,
      attributeHasExcerpts: count > 0,
      excerptCount: count,
      rejectedExcerptCount: ownEntry(rejected, attributeName)?.length ?? 0,
      modelCalls: null,
      excerptRetries: null,
      validationFailed: null,
      judgmentError: null,
    };
  }
}

function* traitJudgments({ deepJudgmentRubric }: VerificationResult): Generator<OwnColumns> {
  if (deepJudgmentRubric === null) return;
  const {
    extractedRubricExcerpts: excerpts,
    rejectedRubricExcerpts: rejected,
    rubricTraitReasoning: reasoning,
    deepJudgmentRubricScores: scores,
    rubricHallucinationRiskAssessment: risks,
    traitMetadata,
    traitsWithoutValidExcerpts: without,
  } = deepJudgmentRubric;
  const names = new Set([
    ...keysOf(excerpts, reasoning, risks, rejected, scores, traitMetadata),
    ...(without ?? []),
  ]);
  for (const attributeName of names) {
    const count = withText(ownEntry(excerpts, attributeName));
    const known = ownEntry(traitMetadata, attributeName);
    yield {
      attributeKind: "trait",
      attributeName,
      attributeValue: cellText(ownEntry(scores, attributeName)),
      attributeMatch: null,
      attributeReasoning: ownEntry(reasoning, attributeName) ?? null,
      attributeOverallRisk: ownEntry(risks, attributeName)?.overallRisk ?? null,
      attributeHasExcerpts: count > 0,
      excerptCount: count,
      rejectedExcerptCount: ownEntry(rejected, attributeName)?.length ?? 0,
      modelCalls: known?.modelCalls ?? null,
      excerptRetries: known?.excerptRetryCount ?? null,
      validationFailed: known?.excerptValidationFailed ?? null,
      judgmentError: known?.error ?? null,
    };
  }
}
