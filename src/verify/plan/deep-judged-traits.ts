import {
  type RubricDeepJudgmentOptions,
  type TraitDeepJudgment,
  traitDeepJudgment,
} from "../../judge/index.ts";
import { isJudgedFromPassages } from "../../rubric/index.ts";
import { judgedTraits, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";

/** The settings of every trait that is judged from evidence, question by question. */
export function deepJudgedTraits(
  planned: readonly QuestionWithRubric[],
  options: RubricDeepJudgmentOptions,
): readonly TraitDeepJudgment[] {
  return planned.flatMap(({ question, rubric }) =>
    (rubric === null ? [] : judgedTraits(rubric)).flatMap((trait) =>
      isJudgedFromPassages(trait) ? (traitDeepJudgment(trait, question.id, options) ?? []) : [],
    ),
  );
}
