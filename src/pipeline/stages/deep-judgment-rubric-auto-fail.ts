import { defineStage } from "../stage.ts";

/** Fails an answer where deep judgment found no valid excerpt for a trait. Abstention goes before it. */
export const deepJudgmentRubricAutoFail = defineStage({
  name: "DeepJudgmentRubricAutoFail",
  requires: [],
  produces: [],
  skip: ({ deepJudgmentRubric, abstention }) => {
    if (deepJudgmentRubric === undefined) return "deep judgment of the rubric was not performed";
    if (deepJudgmentRubric.traitsWithoutValidExcerpts.length === 0) return "every trait has its excerpts";
    return abstention?.overrideApplied ? "the model abstained" : undefined;
  },
  async run({ deepJudgmentRubric }) {
    const traits = deepJudgmentRubric?.traitsWithoutValidExcerpts.join(", ");
    return {
      ruling: {
        verifyResult: false,
        kind: "auto_fail",
        category: "deep_judgment_rubric",
        reason: `no valid excerpt was found for: ${traits}`,
      },
    };
  },
});
