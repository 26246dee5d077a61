import { recordFrom } from "../../base/index.ts";
import { deepJudgmentRubricSection, type VerificationResultDeepJudgmentRubric } from "../../result/index.ts";
import type { Facts } from "../facts.ts";

/** The evidence behind rubric traits; null where no trait was judged from evidence. */
export function resultDeepJudgmentRubric({
  deepJudgmentRubric,
}: Partial<Facts>): VerificationResultDeepJudgmentRubric | null {
  if (deepJudgmentRubric === undefined || deepJudgmentRubric === null) return null;
  const { traits, hallucinationRisk, rejected } = deepJudgmentRubric;
  return deepJudgmentRubricSection({
    deepJudgmentRubricPerformed: true,
    deepJudgmentRubricUsedFullTrace: deepJudgmentRubric.usedFullTrace,
    extractedRubricExcerpts: deepJudgmentRubric.excerpts,
    rejectedRubricExcerpts: Object.keys(rejected).length > 0 ? rejected : null,
    rubricTraitReasoning: deepJudgmentRubric.reasoning,
    deepJudgmentRubricScores: deepJudgmentRubric.scores,
    standardRubricScores: deepJudgmentRubric.standardScores,
    traitMetadata: recordFrom(Object.entries(traits).map(([trait, record]) => [trait, { ...record }])),
    traitsWithoutValidExcerpts: deepJudgmentRubric.traitsWithoutValidExcerpts,
    rubricHallucinationRiskAssessment: Object.keys(hallucinationRisk).length === 0 ? null : hallucinationRisk,
    totalDeepJudgmentModelCalls: deepJudgmentRubric.modelCalls,
    totalTraitsEvaluated: Object.values(traits).filter(isScored).length,
    totalExcerptRetries: deepJudgmentRubric.excerptRetries,
  });
}

function isScored({ stagesCompleted }: { readonly stagesCompleted: readonly string[] }): boolean {
  return stagesCompleted.includes("score_extraction");
}
