import type { EvaluationMode } from "./options.ts";

/** What decides which stages a pipeline has. */
export interface CompositionOptions {
  /** Default `template_only`. */
  readonly evaluationMode?: EvaluationMode;
  readonly abstentionEnabled?: boolean;
  readonly sufficiencyEnabled?: boolean;
  readonly deepJudgmentEnabled?: boolean;
  /** An agent investigates the workspace in place of ParseTemplate. */
  readonly agenticParsing?: boolean;
  /** Only whether it has traits matters here. */
  readonly rubric?: RubricOutline;
}

/** The trait lists of a rubric, as far as composition looks at them. */
export interface RubricOutline {
  readonly llmTraits?: readonly unknown[];
  readonly regexTraits?: readonly unknown[];
  readonly callableTraits?: readonly unknown[];
  readonly metricTraits?: readonly unknown[];
  readonly agenticTraits?: readonly unknown[];
}

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
 * The stages of a pipeline in their order. This list is the only place where the order stands.
 *
 * @example
 * composeStageNames({ evaluationMode: "rubric_only", rubric }) // ["GenerateAnswer", …, "FinalizeResult"]
 */
export function composeStageNames(options: CompositionOptions = {}): readonly StageName[] {
  const { evaluationMode = "template_only", rubric = {} } = options;
  const template = evaluationMode !== "rubric_only";
  const rubrics = evaluationMode !== "template_only";
  const has = (...lists: readonly (readonly unknown[] | undefined)[]) =>
    lists.some((list) => (list?.length ?? 0) > 0);
  const traits =
    rubrics && has(rubric.llmTraits, rubric.regexTraits, rubric.callableTraits, rubric.metricTraits);
  const agenticTraits = rubrics && has(rubric.agenticTraits);
  const order: readonly (readonly [StageName, boolean])[] = [
    ["ValidateTemplate", template],
    ["GenerateAnswer", true],
    ["RecursionLimitAutoFail", true],
    ["TraceValidationAutoFail", true],
    ["AbstentionCheck", options.abstentionEnabled === true],
    ["SufficiencyCheck", template && options.sufficiencyEnabled === true],
    ["ParseTemplate", template && options.agenticParsing !== true],
    ["AgenticParseTemplate", template && options.agenticParsing === true],
    ["VerifyTemplate", template],
    ["EmbeddingCheck", template],
    ["DeepJudgmentAutoFail", template && options.deepJudgmentEnabled === true],
    ["RubricEvaluation", traits],
    ["AgenticRubricEvaluation", agenticTraits],
    ["DeepJudgmentRubricAutoFail", traits || agenticTraits],
    ["FinalizeResult", true],
  ];
  return order.flatMap(([name, included]) => (included ? [name] : []));
}
