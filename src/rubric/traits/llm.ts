import * as z from "zod";
import { isJsonObject, type JsonValue } from "../../base/index.ts";
import { classList, TraitClasses } from "../judged/classes.ts";
import { type FieldProblem, JudgedKind } from "../judged/judged-kind.ts";
import { findJudgedValue, judgedValueOf } from "../judged/list.ts";
import { classesFromProperty, classesToProperty, mayHaveLostOrder } from "../ratings/class-property.ts";
import type { RatingView } from "../ratings/rating.ts";
import { reportProblems, traitTexts } from "./trait-fields.ts";
import { defineTraitKind } from "./trait-kind.ts";

const fields = z.strictObject({
  type: z.literal("llm").default("llm"),
  ...traitTexts,
  kind: JudgedKind,
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
  completeJudged,
  fields.superRefine(reportProblems(llmProblems)).readonly(),
);
export type LLMRubricTrait = z.infer<typeof LLMRubricTrait>;

/** Settles what the kind of a trait decides: its range, and for templates its direction. */
export function completeJudged(given: unknown): unknown {
  if (!isJsonObject(given)) return given;
  const listed = { ...given, classes: classList(given.classes) };
  return { ...listed, ...findJudgedValue(given.kind)?.complete(listed) };
}

function llmProblems(trait: z.infer<typeof fields>): readonly FieldProblem[] {
  return [
    ...judgedValueOf(trait).problems(trait),
    ...(trait.classes === null || trait.kind === "literal"
      ? []
      : [{ field: "classes", message: "expected none: only a literal trait has classes" }]),
    ...(typeof trait.kind === "object" && trait.deepJudgmentEnabled
      ? [{ field: "deepJudgmentEnabled", message: "expected false: deep judgment cannot fill in a template" }]
      : []),
  ];
}

export const llmKind = defineTraitKind<LLMRubricTrait>({
  type: "llm",
  title: "LLM trait",
  schema: LLMRubricTrait,
  placeholder: { kind: "boolean" },
  maxScore: (trait) => judgedValueOf(trait).maxScore(trait),
  resultKeys: (trait) => judgedValueOf(trait).resultKeys(trait),
  readRating(rating) {
    const kind = rating.property("kind") ?? inferredKind(rating);
    const isTemplate = isJsonObject(kind);
    return {
      ...rating.fields(
        "summary",
        "minScore",
        "maxScore",
        "deepJudgmentExcerptEnabled",
        "deepJudgmentMaxExcerpts",
        "deepJudgmentFuzzyMatchThreshold",
        "deepJudgmentExcerptRetryAttempts",
        "deepJudgmentSearchEnabled",
        "includeGroundTruth",
      ),
      kind,
      classes: kind === "literal" ? classesFromProperty(rating.property("classes")) : undefined,
      deepJudgmentEnabled: isTemplate ? false : rating.property("deep_judgment_enabled"),
      higherIsBetter: isTemplate ? null : rating.property("higher_is_better"),
    };
  },
  ratingWarnings: (rating, trait) => [...rangeWarning(rating, trait), ...orderWarning(rating)],
  writeRating(trait) {
    const { best, worst } = judgedValueOf(trait).rating(trait);
    const hasOwnTerm = typeof trait.kind === "object" || trait.kind === "literal";
    // Without its kind, a score from 0 to 1 would read as a boolean.
    const looksBoolean = trait.kind === "score" && best === 1 && worst === 0;
    return {
      term: hasOwnTerm ? "LLMRubricTrait" : "RubricTrait",
      best,
      worst,
      properties: [
        ["deep_judgment_enabled", trait.deepJudgmentEnabled],
        ["deep_judgment_excerpt_enabled", trait.deepJudgmentExcerptEnabled],
        ["deep_judgment_search_enabled", trait.deepJudgmentSearchEnabled],
        ["deep_judgment_max_excerpts", trait.deepJudgmentMaxExcerpts ?? undefined],
        ["deep_judgment_fuzzy_match_threshold", trait.deepJudgmentFuzzyMatchThreshold ?? undefined],
        ["deep_judgment_excerpt_retry_attempts", trait.deepJudgmentExcerptRetryAttempts ?? undefined],
        ["include_ground_truth", trait.includeGroundTruth || undefined],
        ["higher_is_better", trait.higherIsBetter],
        ["summary", trait.summary ?? undefined],
        ["min_score", trait.minScore ?? undefined],
        ["max_score", trait.maxScore ?? undefined],
        ["kind", hasOwnTerm || looksBoolean ? trait.kind : undefined],
        ["classes", classesToProperty(trait.classes)],
      ],
    };
  },
});

function inferredKind({ best, worst }: RatingView): JsonValue {
  return best === 1 && worst === 0 ? "boolean" : "score";
}

function rangeWarning(
  rating: RatingView,
  { kind, minScore, maxScore }: LLMRubricTrait,
): readonly FieldProblem[] {
  const isStated = rating.property("min_score") !== undefined || rating.property("max_score") !== undefined;
  if (kind !== "score" || isStated || (rating.worst === minScore && rating.best === maxScore)) return [];
  const message = `min_score and max_score are missing, so the score goes from ${minScore} to ${maxScore}, not from ${rating.worst} to ${rating.best}`;
  return [{ field: "bestRating", message }];
}

/** Warns of classes whose order the file cannot have kept. */
export function orderWarning(rating: RatingView): readonly FieldProblem[] {
  if (!mayHaveLostOrder(rating.property("classes"))) return [];
  const message =
    "names that are whole numbers lose their place in an object; store the classes as JSON text";
  return [{ field: "classes", message }];
}
