import { TransportError } from "../../base/index.ts";
import { finalMessage } from "../../trace/index.ts";
import { generateAnswer } from "../generate-answer.ts";
import { defineStage } from "../stage.ts";
import { answerKey } from "../task.ts";

/** Asks the model under test, or takes the answer that another judge's task has generated. */
export const generateAnswerStage = defineStage({
  name: "GenerateAnswer",
  requires: [],
  produces: ["response"],
  usageKey: "answer_generation",
  async run(_facts, context) {
    const { value, shared } = await context.services.answers.share(answerKey(context.task), () =>
      generateAnswer(context),
    );
    const response = { ...value, shared };
    const scorable = context.task.options.partialTraceScoring && finalMessage(response.messages).ok;
    if (response.partial === "timeout" && !scorable) {
      return { response, error: new TransportError("timeout", "The answer was cut off by the time limit.") };
    }
    if (!response.empty) return { response };
    return {
      response,
      ruling: {
        verifyResult: false,
        kind: "override",
        category: "empty_response",
        reason: response.refused
          ? "the provider refused or filtered the answer"
          : "the model returned an empty answer",
      },
    };
  },
});
