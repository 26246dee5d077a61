import * as z from "zod";
import { listKey, type TraitType, traitLists, typesDecidedBy } from "../rubric/index.ts";
import { EvaluationMode } from "./options.ts";

/** The trait lists of a rubric, as far as composition looks at them. */
export const RubricOutline = z.looseObject(traitLists(z.array(z.unknown()).readonly().optional()));
export type RubricOutline = Readonly<z.infer<typeof RubricOutline>>;

/** What decides which stages a pipeline has. */
export const CompositionOptions = z.strictObject({
  /** Default `template_only`. */
  evaluationMode: EvaluationMode.optional(),
  abstentionEnabled: z.boolean().optional(),
  sufficiencyEnabled: z.boolean().optional(),
  deepJudgmentEnabled: z.boolean().optional(),
  /** An agent investigates the workspace in place of ParseTemplate. */
  agenticParsing: z.boolean().optional(),
  /** Only whether it has traits matters here. */
  rubric: RubricOutline.optional(),
});
export type CompositionOptions = Readonly<z.infer<typeof CompositionOptions>>;

/** The names of the built-in stages. */
export type StageName =
  | "ValidateTemplate"
  | "GenerateAnswer"
  | "RecursionLimitAutoFail"
  | "TraceValidationAutoFail"
  | "AbstentionCheck"
  | "SufficiencyCheck"
  | "ParseTemplate"
  | "AgenticParseTemplate"
  | "VerifyTemplate"
  | "EmbeddingCheck"
  | "DeepJudgmentAutoFail"
  | "RubricEvaluation"
  | "AgenticRubricEvaluation"
  | "DeepJudgmentRubricAutoFail"
  | "FinalizeResult";

/**
 * The stages of a pipeline in their order, which stands in the members below and nowhere else.
 *
 * @example
 * composeStageNames({ evaluationMode: "rubric_only", rubric }) // ["GenerateAnswer", …, "FinalizeResult"]
 */
export function composeStageNames(options: CompositionOptions = {}): readonly StageName[] {
  const { evaluationMode = "template_only", rubric = {} } = options;
  const template = evaluationMode !== "rubric_only";
  const rubrics = evaluationMode !== "template_only";
  const has = (types: readonly TraitType[]) =>
    rubrics && types.some((type) => (rubric[listKey(type)]?.length ?? 0) > 0);
  const traits = has(typesDecidedBy("judge", "code"));
  const agenticTraits = has(typesDecidedBy("agent"));
  const order: Readonly<Record<StageName, boolean>> = {
    ValidateTemplate: template,
    GenerateAnswer: true,
    RecursionLimitAutoFail: true,
    TraceValidationAutoFail: true,
    AbstentionCheck: options.abstentionEnabled === true,
    SufficiencyCheck: template && options.sufficiencyEnabled === true,
    ParseTemplate: template && options.agenticParsing !== true,
    AgenticParseTemplate: template && options.agenticParsing === true,
    VerifyTemplate: template,
    EmbeddingCheck: template,
    DeepJudgmentAutoFail: template && options.deepJudgmentEnabled === true,
    RubricEvaluation: traits,
    AgenticRubricEvaluation: agenticTraits,
    DeepJudgmentRubricAutoFail: traits || agenticTraits,
    FinalizeResult: true,
  };
  return (Object.keys(order) as StageName[]).filter((name) => order[name]); // its own keys, as they stand
}
