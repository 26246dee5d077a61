import type { StageName } from "../compose.ts";
import type { AnyStage } from "../stage.ts";
import { abstentionCheck } from "./abstention-check.ts";
import { agenticParseTemplate } from "./agentic-parse-template.ts";
import { agenticRubricEvaluation } from "./agentic-rubric-evaluation.ts";
import { deepJudgmentAutoFail } from "./deep-judgment-auto-fail.ts";
import { deepJudgmentRubricAutoFail } from "./deep-judgment-rubric-auto-fail.ts";
import { embeddingCheck } from "./embedding-check.ts";
import { finalizeResult } from "./finalize-result.ts";
import { generateAnswer } from "./generate-answer.ts";
import { parseTemplate } from "./parse-template.ts";
import { recursionLimitAutoFail } from "./recursion-limit-auto-fail.ts";
import { rubricEvaluation } from "./rubric-evaluation.ts";
import { sufficiencyCheck } from "./sufficiency-check.ts";
import { traceValidationAutoFail } from "./trace-validation-auto-fail.ts";
import { validateTemplateStage } from "./validate-template.ts";
import { verifyTemplate } from "./verify-template.ts";

/** The built-in stages by name, which nobody can change: other runs have the same. Their order stands in `compose.ts`. */
export const builtInStages: Readonly<Record<StageName, AnyStage>> = frozenStages({
  ValidateTemplate: validateTemplateStage,
  GenerateAnswer: generateAnswer,
  RecursionLimitAutoFail: recursionLimitAutoFail,
  TraceValidationAutoFail: traceValidationAutoFail,
  AbstentionCheck: abstentionCheck,
  SufficiencyCheck: sufficiencyCheck,
  ParseTemplate: parseTemplate,
  AgenticParseTemplate: agenticParseTemplate,
  VerifyTemplate: verifyTemplate,
  EmbeddingCheck: embeddingCheck,
  DeepJudgmentAutoFail: deepJudgmentAutoFail,
  RubricEvaluation: rubricEvaluation,
  AgenticRubricEvaluation: agenticRubricEvaluation,
  DeepJudgmentRubricAutoFail: deepJudgmentRubricAutoFail,
  FinalizeResult: finalizeResult,
});

function frozenStages<Stages extends { readonly [name: string]: AnyStage }>(stages: Stages): Stages {
  for (const stage of Object.values(stages))
    for (const part of [stage, stage.requires, stage.reads, stage.produces, stage.unstored])
      Object.freeze(part);
  return Object.freeze(stages);
}
