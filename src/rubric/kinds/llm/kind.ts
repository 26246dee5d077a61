import * as z from "zod";
import { isJsonObject, type JsonValue } from "../../../base/index.ts";
import { TraitValue } from "../../trait-number.ts";
import { valueTypeOf } from "../../values/list.ts";
import { classesFromProperty, classesToProperty, orderWarning } from "../../values/literal/class-property.ts";
import type { FieldProblem } from "../../values/value-type.ts";
import type { RatingView } from "../rating-node.ts";
import type { JudgeTraitKind } from "../trait-kind.ts";
import { askLlmTraits } from "./ask.ts";
import { LLMRubricTrait } from "./trait.ts";

export const llmKind = {
  type: "llm",
  decidedBy: "judge",
  title: "LLM trait",
  schema: LLMRubricTrait,
  placeholder: { kind: "boolean" },
  optional: ["judge"],
  results: {
    /** Boolean, score, class index of a literal trait, or the values of a template trait. */
    scores: TraitValue,
    /** Class names of literal traits; for one without a class the judge's own text, or a note in brackets. */
    labels: z.string(),
  },
  ask: askLlmTraits,
  describe: (trait) => valueTypeOf(trait).name,
  describeFurther: ({ deepJudgmentEnabled, includeGroundTruth }) => [
    ...(deepJudgmentEnabled ? ["deep judgment"] : []),
    ...(includeGroundTruth ? ["sees the reference answer"] : []),
  ],
  maxScore: (trait) => valueTypeOf(trait).maxScore?.(trait),
  resultKeys: (trait) => valueTypeOf(trait).resultKeys?.(trait),
  ratingTerms: ["RubricTrait", "LLMRubricTrait"],
  readRating(rating) {
    const kind = rating.property("kind") ?? inferredKind(rating);
    const isTemplate = isJsonObject(kind);
    return {
      ...rating.fields(
        "judge",
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
  ratingWarnings: (rating, trait) => [
    ...rangeWarning(rating, trait),
    ...orderWarning(rating.property("classes")),
  ],
  writeRating(trait) {
    const { best, worst } = valueTypeOf(trait).rating(trait);
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
        ["judge", trait.judge],
        ["min_score", trait.minScore ?? undefined],
        ["max_score", trait.maxScore ?? undefined],
        ["kind", hasOwnTerm || looksBoolean ? trait.kind : undefined],
        ["classes", classesToProperty(trait.classes)],
      ],
    };
  },
} as const satisfies JudgeTraitKind<LLMRubricTrait>;

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
