import { deepJudgmentSection, type VerificationResultDeepJudgment } from "../../result/index.ts";
import type { Facts } from "../facts.ts";
import type { Task } from "../task.ts";

/** The evidence behind the template's values; null where deep judgment was neither asked for nor done. */
export function resultDeepJudgment(
  { parsed }: Partial<Facts>,
  { options }: Task,
): VerificationResultDeepJudgment | null {
  const { deepJudgment: asked } = options;
  const judged = parsed?.deepJudgment;
  if (judged === undefined) {
    if (asked === undefined) return null;
    return deepJudgmentSection({
      deepJudgmentEnabled: true,
      deepJudgmentMode: asked.mode,
      deepJudgmentSearchEnabled: asked.search !== null,
    });
  }
  return deepJudgmentSection({
    deepJudgmentEnabled: true,
    deepJudgmentMode: judged.mode,
    deepJudgmentPerformed: true,
    extractedExcerpts: { ...judged.excerpts },
    rejectedExcerpts: Object.keys(judged.rejectedExcerpts).length > 0 ? { ...judged.rejectedExcerpts } : null,
    attributeReasoning: { ...judged.reasoning },
    deepJudgmentStagesCompleted: judged.stagesCompleted,
    deepJudgmentModelCalls: judged.modelCalls,
    deepJudgmentExcerptRetryCount: judged.excerptRetryCount,
    attributesWithoutExcerpts: judged.attributesWithoutExcerpts,
    deepJudgmentSearchEnabled: judged.searchEnabled,
    hallucinationRiskAssessment: judged.hallucinationRisk && { ...judged.hallucinationRisk },
  });
}
