import { defineStage } from "../stage.ts";

/**
 * Fails an answer in which deep judgment found no excerpt for an attribute, whatever its values are. Stands after the
 * embedding check and undoes its pass. Abstention goes before it; where no excerpts were looked for, none can be lacking.
 */
export const deepJudgmentAutoFail = defineStage({
  name: "DeepJudgmentAutoFail",
  requires: [],
  produces: [],
  skip: ({ parsed, abstention }) => {
    if (abstention?.overrideApplied) return "the model abstained";
    const judged = parsed?.deepJudgment;
    if (judged === undefined) return "deep judgment of the template was not performed";
    if (judged.mode === "reasoning_only") return "deep judgment looked for no excerpts";
    return judged.attributesWithoutExcerpts.length === 0 ? "every attribute has its excerpts" : undefined;
  },
  async run({ parsed }) {
    const attributes = parsed?.deepJudgment?.attributesWithoutExcerpts.join(", ");
    return {
      ruling: {
        verifyResult: false,
        kind: "auto_fail",
        category: "deep_judgment",
        reason: `no excerpt was found for: ${attributes}`,
      },
    };
  },
});
