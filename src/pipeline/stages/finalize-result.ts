import type { VerificationResultMetadata } from "../../result/index.ts";
import { displayString } from "../../result/index.ts";
import type { WorkspaceFact } from "../facts.ts";
import { resultDeepJudgment } from "../finalize/deep-judgment.ts";
import { resultDeepJudgmentRubric } from "../finalize/deep-judgment-rubric.ts";
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
    const metadata = resultMetadata(facts, context, failureOf(log));
    const warnings = await putAway(facts.workspace ?? null, metadata);
    return {
      result: {
        metadata: { ...metadata, warnings: [...metadata.warnings, ...warnings] },
        template: resultTemplate(facts, context),
        rubric: resultRubric(facts, task),
        deepJudgment: resultDeepJudgment(facts, task),
        deepJudgmentRubric: resultDeepJudgmentRubric(facts),
        evaluationInput: facts.parsed?.evaluationInput ?? null,
        usedFullTrace: facts.parsed?.usedFullTrace ?? options.fullTraceForTemplate,
        traceExtractionError: traceExtractionError(facts, options.fullTraceForTemplate),
        stages: [...log.stages],
        rulings: [...log.rulings],
      },
    };
  },
});

/** Keeps what the answering agent left, then removes its folder where this task is the last to need it. */
async function putAway(
  fact: WorkspaceFact | null,
  { questionId, resultId, runName, replicate, answering, parsing }: VerificationResultMetadata,
): Promise<readonly string[]> {
  if (fact === null) return [];
  const captured = await fact.workspace.capture({
    ...{ questionId, resultId, runName, replicate },
    answering: displayString(answering),
    parsing: displayString(parsing),
  });
  return fact.owned ? [...captured, ...(await fact.workspace.release())] : captured;
}
