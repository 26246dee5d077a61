import type { VerificationResultRubric } from "../../result/index.ts";
import { rubricSection } from "../../result/index.ts";
import type { Facts } from "../facts.ts";
import type { Task } from "../task.ts";

/** The rubric section; null where no rubric was evaluated. */
export function resultRubric({ rubric }: Partial<Facts>, { options }: Task): VerificationResultRubric | null {
  if (rubric === undefined) return null;
  const { evaluation, provenance, promoted, skipped } = rubric;
  return rubricSection({
    rubricEvaluationPerformed: true,
    rubricEvaluationStrategy: options.rubricStrategy ?? "batch",
    llmTraitScores: orNull(evaluation.llmTraitScores),
    llmTraitLabels: orNull(evaluation.llmTraitLabels),
    regexTraitScores: orNull(evaluation.regexTraitScores),
    callableTraitScores: orNull(evaluation.callableTraitScores),
    metricTraitScores: orNull(evaluation.metricTraitScores),
    metricTraitConfusionLists: orNull(evaluation.metricTraitConfusionLists),
    dynamicRubricPromotedTraits: promoted,
    dynamicRubricSkippedTraits: skipped,
    traitProvenance: provenance,
    traitFailures: orNull(
      Object.fromEntries(evaluation.failures.map(({ trait, problem }) => [trait, problem])),
    ),
  });
}

function orNull<T extends object>(values: T): T | null {
  return Object.keys(values).length === 0 ? null : values;
}
