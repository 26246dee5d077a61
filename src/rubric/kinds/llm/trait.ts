import * as z from "zod";
import { completeValue, valueTypeOf } from "../../values/list.ts";
import { TraitClasses } from "../../values/literal/classes.ts";
import { type FieldProblem, ValueKind } from "../../values/value-type.ts";
import { judgedSource, reportProblems, traitTexts } from "../trait-fields.ts";

const fields = z.strictObject({
  type: z.literal("llm").default("llm"),
  ...traitTexts,
  ...judgedSource,
  kind: ValueKind,
  minScore: z.int().nullable().default(null),
  maxScore: z.int().nullable().default(null),
  classes: TraitClasses.nullable().default(null),
  /** Judge from verbatim excerpts of the answer. Not for templates. */
  deepJudgmentEnabled: z.boolean().default(false),
  deepJudgmentExcerptEnabled: z.boolean().default(true),
  /** Null: the run's default. */
  deepJudgmentMaxExcerpts: z.int().positive().nullable().default(null),
  /** In 0..1. Null: the run's default. */
  deepJudgmentFuzzyMatchThreshold: z.number().min(0).max(1).nullable().default(null),
  /** Null: the run's default. */
  deepJudgmentExcerptRetryAttempts: z.int().min(0).nullable().default(null),
  deepJudgmentSearchEnabled: z.boolean().default(false),
  /** Whether the judge of this trait may see the reference answer. */
  includeGroundTruth: z.boolean().default(false),
  higherIsBetter: z.boolean().nullable().default(true),
});

/**
 * A quality a judge model decides on: yes or no, a score, one class of several, or the fields of a schema.
 * Authors write {@link llmTrait}.
 */
export const LLMRubricTrait = z.preprocess(
  completeValue,
  fields.superRefine(reportProblems(llmProblems)).readonly(),
);
export type LLMRubricTrait = z.infer<typeof LLMRubricTrait>;

function llmProblems(trait: z.infer<typeof fields>): readonly FieldProblem[] {
  return [
    ...(valueTypeOf(trait).problems?.(trait) ?? []),
    ...(trait.classes === null || trait.kind === "literal"
      ? []
      : [{ field: "classes", message: "expected none: only a literal trait has classes" }]),
    ...(typeof trait.kind === "object" && trait.deepJudgmentEnabled
      ? [{ field: "deepJudgmentEnabled", message: "expected false: deep judgment cannot fill in a template" }]
      : []),
  ];
}
