import { detectAbstention } from "../../judge/index.ts";
import { evaluationInput, notJudgeable } from "../evaluation-input.ts";
import { judgeFor } from "../judge-for.ts";
import { preParseCheck } from "../pre-parse-check.ts";
import { defineStage } from "../stage.ts";

/** Detects that a model refused to answer: a failure to answer, not a wrong answer. */
export const abstentionCheck = defineStage({
  name: "AbstentionCheck",
  requires: ["response"],
  produces: ["abstention"],
  usageKey: "abstention_check",
  skip: ({ response }, { task }) => {
    const input = evaluationInput(response, task.options.fullTraceForTemplate);
    return notJudgeable(response, task.options.partialTraceScoring) ?? (input.ok ? undefined : input.error);
  },
  async run({ response }, context) {
    const input = evaluationInput(response, context.task.options.fullTraceForTemplate);
    const answer = input.ok ? input.text : "";
    const { fact, ...rest } = await preParseCheck(
      () => detectAbstention(judgeFor(context), { question: context.task.question.question, answer }),
      { name: "AbstentionCheck", overrideOn: true, category: "abstention" },
      context,
    );
    return { abstention: fact, ...rest };
  },
});
