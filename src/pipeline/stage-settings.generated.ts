// Written by `npm run generate` from the rows in src/config/settings.

/** What stages read of a run's settings. */
export interface StageSettings {
  /**
   * What is judged. `template_only`: whether answers are right; `template_and_rubric`: that, and how they
   * are; `rubric_only`: how they are.
   * Default: `"template_only"`.
   */
  readonly evaluationMode: "template_only" | "template_and_rubric" | "rubric_only";
  /**
   * Judge everything the model said instead of its last message.
   * Default: `false`.
   */
  readonly fullTraceForTemplate: boolean;
  /**
   * Judge the traits of everything the model said instead of its last message.
   * Default: `true`.
   */
  readonly fullTraceForRubric: boolean;
  /**
   * Judge what a model had written when its time ran out.
   * Default: `true`.
   */
  readonly partialTraceScoring: boolean;
  /**
   * The judge detects refusals.
   * Default: `false`.
   */
  readonly abstention: boolean;
  /**
   * The judge detects answers that lack what the template asks for; not in `rubric_only`.
   * Default: `false`.
   */
  readonly sufficiency: boolean;
  /**
   * Where both are on: ask about refusal and sufficiency in one call.
   * Default: `false`.
   */
  readonly combinedChecks: boolean;
  /**
   * Give the judge the fields' extraction hints.
   * Default: `true`.
   */
  readonly extractionHints: boolean;
  /**
   * Show the judge the ground truth, as help to tell readings apart.
   * Default: `false`. Environment variable: `KARENINA_EXPOSE_GROUND_TRUTH`.
   */
  readonly exposeGroundTruth: boolean;
}
