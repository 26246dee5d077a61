import type { ResolvedConfig, SearchNeeds } from "../../config/index.ts";
import type { QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import { deepJudgedTraits } from "./deep-judged-traits.ts";
import { rubricDeepJudgment, templateDeepJudgment } from "./deep-judgment-options.ts";

/** What of a run is looked up: a search that nothing would use is not connected. */
export function searchNeeds(config: ResolvedConfig, planned: readonly QuestionWithRubric[]): SearchNeeds {
  const template = templateDeepJudgment(config, null);
  const rubric = rubricDeepJudgment(config, null);
  return {
    template:
      template?.mode === "full" &&
      config.deepJudgmentSearchEnabled &&
      planned.some(({ question }) => question.template !== undefined),
    rubric:
      rubric !== undefined &&
      deepJudgedTraits(planned, rubric).some((trait) => trait.excerptEnabled && trait.searchEnabled),
  };
}
