import { displayString, type VerificationResultMetadata } from "../../result/index.ts";
import type { Facts } from "../facts.ts";
import { resultDeepJudgment } from "../finalize/deep-judgment.ts";
import { resultDeepJudgmentRubric } from "../finalize/deep-judgment-rubric.ts";
import { evaluatedText } from "../finalize/evaluated-text.ts";
import { failureOf } from "../finalize/failure-of.ts";
import { resultMetadata } from "../finalize/metadata.ts";
import { resultRubric } from "../finalize/rubric.ts";
import { resultTemplate } from "../finalize/template.ts";
import { leaveTraces, persistedTraces } from "../persisted-trace.ts";
import { defineStage } from "../stage.ts";
import type { Task } from "../task.ts";

/** Assembles whatever is known into a result. Runs last and always. */
export const finalizeResult = defineStage({
  name: "FinalizeResult",
  requires: [],
  reads: [
    "template",
    "response",
    "workspace",
    "abstention",
    "sufficiency",
    "screening",
    "investigation",
    "parsed",
    "verification",
    "embedding",
    "rubric",
    "agenticRubric",
    "deepJudgmentRubric",
  ],
  produces: ["result"],
  always: true,
  async run(facts, context) {
    const { log, task } = context;
    const metadata = resultMetadata(facts, context, failureOf(log));
    const warnings = await putAway(facts, task, metadata);
    return {
      result: {
        metadata: { ...metadata, warnings: [...metadata.warnings, ...warnings] },
        template: resultTemplate(facts, context),
        rubric: resultRubric(facts, task),
        deepJudgment: resultDeepJudgment(facts, task),
        deepJudgmentRubric: resultDeepJudgmentRubric(facts),
        ...evaluatedText(facts, task),
        rulings: [...log.rulings],
      },
    };
  },
});

/** Keeps what the answering agent left, then removes its folder where this task is the last to need it. */
async function putAway(
  { workspace: fact, response }: Partial<Facts>,
  task: Task,
  { questionId, resultId, runName, replicate, answering, parsing }: VerificationResultMetadata,
): Promise<readonly string[]> {
  if (fact === undefined || fact === null) return [];
  const { workspace, owned } = fact;
  const added = response === undefined ? [] : persistedTraces(task, response.trace);
  const captured = await workspace.capture({
    ...{ questionId, resultId, runName, replicate, added },
    answering: displayString(answering),
    parsing: displayString(parsing),
  });
  if (!owned) return captured;
  return [...captured, ...(await leaveTraces(workspace, added)), ...(await workspace.release())];
}
