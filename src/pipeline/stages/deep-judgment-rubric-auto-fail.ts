import type { TraitRecord } from "../../judge/index.ts";
import { defineStage } from "../stage.ts";

/** Fails an answer where deep judgment found no valid excerpt for a trait. Abstention goes before it. */
export const deepJudgmentRubricAutoFail = defineStage({
  name: "DeepJudgmentRubricAutoFail",
  requires: [],
  reads: ["deepJudgmentRubric", "abstention"],
  produces: [],
  skip: ({ deepJudgmentRubric, abstention }) => {
    if (deepJudgmentRubric === undefined || deepJudgmentRubric === null)
      return "deep judgment of the rubric was not performed";
    if (deepJudgmentRubric.traitsWithoutValidExcerpts.length === 0) return "every trait has its excerpts";
    return abstention?.overrideApplied ? "the model abstained" : undefined;
  },
  async run({ deepJudgmentRubric }) {
    const { traitsWithoutValidExcerpts = [], traits = {} } = deepJudgmentRubric ?? {};
    const named = traitsWithoutValidExcerpts
      .map((trait) => `${trait} (${attempts(traits[trait])})`)
      .join(", ");
    const reason = `no valid excerpt was found for: ${named}`;
    return {
      warnings: [`The answer fails: ${reason}.`],
      ruling: { verifyResult: false, kind: "auto_fail", category: "deep_judgment_rubric", reason },
    };
  },
});

function attempts(record: TraitRecord | undefined): string {
  const { excerptRetryCount = 0, modelCalls = 0 } = record ?? {};
  return `retries: ${excerptRetryCount}, judge calls: ${modelCalls}`;
}
