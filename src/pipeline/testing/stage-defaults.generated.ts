// Written by `npm run generate` from the rows in src/config/settings.
import type { StageSettings } from "../stage-settings.generated.ts";

/** What stages read where nobody says anything. */
export const stageDefaults: StageSettings = {
  evaluationMode: "template_only",
  fullTraceForTemplate: false,
  fullTraceForRubric: true,
  partialTraceScoring: true,
  abstention: false,
  sufficiency: false,
  combinedChecks: false,
  extractionHints: true,
  exposeGroundTruth: false,
};
