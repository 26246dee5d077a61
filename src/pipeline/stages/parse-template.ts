import { needsJudge } from "../../template/index.ts";
import { evaluationInput, whyNotParsed } from "../evaluation-input.ts";
import { noFinalMessage } from "../no-answer.ts";
import { parseFromText, templateSource } from "../parse-from-text.ts";
import { defineStage } from "../stage.ts";
import { withoutJudge } from "../without-judge.ts";

/**
 * Has the judge fill the template from the answer, or from the evidence it quotes from it. Templates that only look at
 * the trace need no judge.
 */
export const parseTemplate = defineStage({
  name: "ParseTemplate",
  requires: ["template", "response"],
  reads: ["traceValidation", "abstention", "sufficiency"],
  produces: ["parsed"],
  usageKey: "parsing",
  skip: (facts, { task }) => {
    const { template, response } = facts;
    const reason = whyNotParsed(facts, task);
    const source = templateSource(template, task.options);
    if (reason !== undefined || !needsJudge(template) || source === "contexts") return reason;
    const input = evaluationInput(response, source === "trace");
    return input.ok ? undefined : noFinalMessage(task, input.error);
  },
  run: async ({ template, response }, context) =>
    needsJudge(template)
      ? await parseFromText(template, response, context)
      : { parsed: withoutJudge(template) },
});
