import { checkAnswer, type Decision, detectAbstention } from "../../judge/index.ts";
import { needsJudge } from "../../template/index.ts";
import { evaluationInput, notJudgeable } from "../evaluation-input.ts";
import { judgeFor } from "../judge-for.ts";
import { judgedQuestion } from "../judged-question.ts";
import { preParseCheck } from "../pre-parse-check.ts";
import { defineStage } from "../stage.ts";

/** Detects that a model refused to answer: a failure to answer, not a wrong answer. */
export const abstentionCheck = defineStage({
  name: "AbstentionCheck",
  requires: ["response"],
  reads: ["template"],
  produces: ["abstention"],
  usageKey: "abstention_check",
  skip: ({ response }, { task }) => {
    const input = evaluationInput(response, task.options.fullTraceForTemplate);
    return notJudgeable(response, task.options.partialTraceScoring) ?? (input.ok ? undefined : input.error);
  },
  async run({ response, template }, context) {
    const { options } = context.task;
    const input = evaluationInput(response, options.fullTraceForTemplate);
    const request = { question: judgedQuestion(context.task), answer: input.ok ? input.text : "" };
    const both =
      options.combinedChecks && options.sufficiency && template !== undefined && needsJudge(template);
    let sufficiency: Decision | undefined;
    const ask = async (): Promise<Decision> => {
      if (!both || template === undefined || !needsJudge(template))
        return detectAbstention(judgeFor(context), request);
      const decisions = await checkAnswer(judgeFor(context), { ...request, template });
      sufficiency = decisions.sufficiency;
      return decisions.abstention;
    };
    const check = { name: "AbstentionCheck", overrideOn: true, category: "abstention" } as const;
    const { fact, ...rest } = await preParseCheck(ask, check, context);
    return { abstention: { ...fact, ...(sufficiency && { sufficiency }) }, ...rest };
  },
});
