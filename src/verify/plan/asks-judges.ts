import type { ResolvedConfig } from "../../config/index.ts";
import { traitKind } from "../../rubric/index.ts";
import type { PlannedQuestion } from "../../run/index.ts";
import { needsJudge } from "../../template/index.ts";
import { judgedTraits } from "../rubrics/plan-rubrics.ts";

/**
 * False where a run surely asks no judge anything: its templates look at traces only, and its traits are patterns and
 * functions. What a template from a file asks for is not known before it is loaded.
 */
export function asksJudges(
  questions: readonly PlannedQuestion[],
  { abstentionEnabled, evaluationMode }: Pick<ResolvedConfig, "abstentionEnabled" | "evaluationMode">,
): boolean {
  if (abstentionEnabled) return true;
  return questions.some(({ question: { template }, rubric }) => {
    const byTemplate = template?.kind === "native" ? needsJudge(template.template) : template !== undefined;
    if (evaluationMode !== "rubric_only" && byTemplate) return true;
    if (rubric === null) return false;
    const isLocal = judgedTraits(rubric).every(({ type }) => traitKind(type).decidedBy === "code");
    return rubric.dynamic !== null || !isLocal;
  });
}
