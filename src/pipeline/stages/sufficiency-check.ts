import { judgeSufficiency } from "../../judge/index.ts";
import { needsJudge } from "../../template/index.ts";
import { evaluationInput, notJudgeable } from "../evaluation-input.ts";
import { judgeFor } from "../judge-for.ts";
import { judgedQuestion } from "../judged-question.ts";
import { preParseCheck } from "../pre-parse-check.ts";
import { defineStage } from "../stage.ts";

/** Finds answers that hold too little to fill the template. */
export const sufficiencyCheck = defineStage({
  name: "SufficiencyCheck",
  requires: ["response", "template"],
  reads: ["abstention", "traceValidation"],
  produces: ["sufficiency"],
  usageKey: "sufficiency_check",
  skip: ({ response, template, abstention, traceValidation }, { task }) => {
    if (!needsJudge(template)) return "the template needs no judge";
    if (template.judge === "contexts") return "the template is filled in from the contexts";
    if (abstention?.overrideApplied) return "the model abstained";
    if (traceValidation?.error) return traceValidation.error;
    const input = evaluationInput(response, task.options.fullTraceForTemplate);
    return notJudgeable(response, task.options.partialTraceScoring) ?? (input.ok ? undefined : input.error);
  },
  async run({ response, template, abstention }, context) {
    const input = evaluationInput(response, context.task.options.fullTraceForTemplate);
    const request = {
      question: judgedQuestion(context.task),
      answer: input.ok ? input.text : "",
      template,
    };
    const known = abstention?.sufficiency;
    const { fact, ...rest } = await preParseCheck(
      async () => known ?? judgeSufficiency(judgeFor(context), request),
      { name: "SufficiencyCheck", overrideOn: false, category: "sufficiency" },
      context,
    );
    return { sufficiency: fact, ...rest };
  },
});
