import { failureOf } from "../finalize/failure-of.ts";
import { resultMetadata } from "../finalize/metadata.ts";
import { resultRubric } from "../finalize/rubric.ts";
import { resultTemplate, traceExtractionError } from "../finalize/template.ts";
import { defineStage } from "../stage.ts";

/** Assembles whatever is known into a result. Runs last and always; its own record carries no duration. */
export const finalizeResult = defineStage({
  name: "FinalizeResult",
  requires: [],
  produces: ["result"],
  always: true,
  async run(facts, context) {
    const { log, task } = context;
    const { options } = task;
    return {
      result: {
        metadata: resultMetadata(facts, context, failureOf(log)),
        template: resultTemplate(facts, context),
        rubric: resultRubric(facts, task),
        deepJudgment: null,
        deepJudgmentRubric: null,
        evaluationInput: facts.parsed?.evaluationInput ?? null,
        usedFullTrace: facts.parsed?.usedFullTrace ?? options.fullTraceForTemplate,
        traceExtractionError: traceExtractionError(facts, options.fullTraceForTemplate),
        stages: [...log.stages],
        rulings: [...log.rulings],
      },
    };
  },
});
