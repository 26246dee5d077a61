import { rubricSection, type VerificationResultRubric } from "../../result/index.ts";
import type { AgenticRubricFact, Facts, RubricFact } from "../facts.ts";
import type { Task } from "../task.ts";

/** The rubric section; null where no rubric was evaluated. */
export function resultRubric(
  { rubric, agenticRubric }: Partial<Facts>,
  { options }: Task,
): VerificationResultRubric | null {
  if (rubric === undefined && agenticRubric === undefined) return null;
  const failures = [...(rubric?.evaluation.failures ?? []), ...(agenticRubric?.failures ?? [])];
  return rubricSection({
    rubricEvaluationPerformed: true,
    traitProvenance: { ...agenticRubric?.provenance, ...rubric?.provenance },
    traitFailures: orNull(Object.fromEntries(failures.map(({ trait, problem }) => [trait, problem]))),
    ...(rubric === undefined ? {} : judgedFields(rubric, options.rubricStrategy ?? "batch")),
    ...(agenticRubric === undefined ? {} : agenticFields(agenticRubric)),
    dynamicRubricPromotedTraits: rubric?.promoted ?? agenticRubric?.promoted ?? null,
    dynamicRubricSkippedTraits: rubric?.skipped ?? agenticRubric?.skipped ?? null,
  });
}

function judgedFields({ evaluation }: RubricFact, strategy: string): Partial<VerificationResultRubric> {
  return {
    rubricEvaluationStrategy: strategy,
    llmTraitScores: orNull(evaluation.llmTraitScores),
    llmTraitLabels: orNull(evaluation.llmTraitLabels),
    regexTraitScores: orNull(evaluation.regexTraitScores),
    callableTraitScores: orNull(evaluation.callableTraitScores),
    metricTraitScores: orNull(evaluation.metricTraitScores),
    metricTraitConfusionLists: orNull(evaluation.metricTraitConfusionLists),
  };
}

function agenticFields(evaluation: AgenticRubricFact): Partial<VerificationResultRubric> {
  return {
    agenticTraitScores: orNull(evaluation.scores),
    agenticTraitLabels: orNull(evaluation.labels),
    agenticTraitInvestigationTraces: orNull(evaluation.traces),
    agenticTraitExtractionMetadata: orNull(
      Object.fromEntries(
        Object.entries(evaluation.extraction).map(([trait, record]) => [trait, { ...record }]),
      ),
    ),
  };
}

function orNull<T extends object>(values: T): T | null {
  return Object.keys(values).length === 0 ? null : values;
}
