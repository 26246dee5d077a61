import { defineStage } from "../stage.ts";

/** Fails an answer whose agent ran into its turn limit. The trace is kept. */
export const recursionLimitAutoFail = defineStage({
  name: "RecursionLimitAutoFail",
  requires: ["response"],
  produces: [],
  skip: ({ response }) => (response.recursionLimitReached ? undefined : "the turn limit was not reached"),
  async run() {
    return {
      ruling: {
        verifyResult: false,
        kind: "auto_fail",
        category: "recursion_limit",
        reason: "the agent ran into its turn limit before it gave a final answer",
      },
    };
  },
});
