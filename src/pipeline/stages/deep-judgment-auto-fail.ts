import { lackingEvidence } from "../lacking-evidence.ts";
import { defineStage } from "../stage.ts";

/**
 * Fails an answer in which deep judgment found no excerpt for an attribute that the verdict rests on, even where its value is
 * right. Stands after the embedding check and undoes its pass. Abstention goes before it; where no excerpts were looked for,
 * none can be lacking.
 */
export const deepJudgmentAutoFail = defineStage({
  name: "DeepJudgmentAutoFail",
  requires: [],
  reads: ["template", "parsed", "verification", "embedding", "abstention"],
  produces: [],
  skip: (facts) => {
    if (facts.abstention?.overrideApplied) return "the model abstained";
    const judged = facts.parsed?.deepJudgment;
    if (judged === undefined) return "deep judgment of the template was not performed";
    if (judged.mode === "reasoning_only") return "deep judgment looked for no excerpts";
    if (judged.attributesWithoutExcerpts.length === 0) return "every attribute has its excerpts";
    return lackingEvidence(facts).length === 0 ? "every attribute that needs one has its excerpt" : undefined;
  },
  async run(facts) {
    return {
      ruling: {
        verifyResult: false,
        kind: "auto_fail",
        category: "deep_judgment",
        reason: `no excerpt was found for: ${lackingEvidence(facts).join(", ")}`,
      },
    };
  },
});
