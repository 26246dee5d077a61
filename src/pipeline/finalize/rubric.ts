import { recordFrom } from "../../base/index.ts";
import { rubricSection, type VerificationResultRubric } from "../../result/index.ts";
import { type TraitResults, traitFieldNames } from "../../rubric/index.ts";
import type { Facts } from "../facts.ts";
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
    traitFailures: orNull(recordFrom(failures.map(({ trait, problem }) => [trait, problem]))),
    ...(rubric !== undefined && { rubricEvaluationStrategy: options.rubricStrategy }),
    traitSources: orNull({ ...rubric?.evaluation.sources }),
    ...knownResults({ ...rubric?.evaluation, ...agenticRubric }),
    dynamicRubricPromotedTraits: rubric?.promoted ?? agenticRubric?.promoted ?? null,
    dynamicRubricSkippedTraits: rubric?.skipped ?? agenticRubric?.skipped ?? null,
  });
}

/** What was found out about traits, null where nothing was. */
function knownResults(evaluation: Partial<TraitResults>): Partial<VerificationResultRubric> {
  const known = traitFieldNames.map((key) => [key, orNull(evaluation[key] ?? {})]);
  return Object.fromEntries(known);
}

function orNull<T extends object>(values: T): T | null {
  return Object.keys(values).length === 0 ? null : values;
}
