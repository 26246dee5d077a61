import type { ResolvedConfig } from "../../config/index.ts";
import type { TaskRubric } from "../../pipeline/index.ts";
import { traitObstacle } from "../../rubric/index.ts";
import { judgedTraits } from "../rubrics/plan-rubrics.ts";

/** True where an agent that judges will look at the folder that an answer was worked out in. */
export function investigatesFolders(
  { rubric }: { readonly rubric: TaskRubric | null },
  {
    agenticParsing,
    agenticJudgeContext,
    evaluationMode,
  }: Pick<ResolvedConfig, "agenticParsing" | "agenticJudgeContext" | "evaluationMode">,
): boolean {
  if (agenticParsing && agenticJudgeContext !== "trace_only" && evaluationMode !== "rubric_only") return true;
  if (rubric === null || evaluationMode === "template_only") return false;
  return judgedTraits(rubric).some(
    (trait) =>
      trait.type === "agentic" && trait.contextMode !== "trace_only" && traitObstacle(trait) === undefined,
  );
}
