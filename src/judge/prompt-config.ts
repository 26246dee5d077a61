/** Extra instructions per kind of model call, added at the end of the system text. Null or absent: none. */
export interface PromptConfig {
  readonly generation?: string | null;
  readonly parsing?: string | null;
  readonly abstentionDetection?: string | null;
  readonly sufficiencyDetection?: string | null;
  readonly rubricEvaluation?: string | null;
  readonly agenticParsing?: string | null;
  readonly deepJudgment?: string | null;
}
