export { type Caveat, caveats } from "./caveats.ts";
export type { RereadableResults } from "./export/csv-export.ts";
export { exportCsv } from "./export/csv-export.ts";
export type { CsvInfo } from "./export/csv-info.ts";
export type { ExportDialect, ExportParts, Results } from "./export/json-export.ts";
export {
  ExportInfo,
  exportJson,
  exportVersion,
  jobSummaryOf,
  pythonExportVersion,
} from "./export/json-export.ts";
export type { JsonExport, ReadExportOptions, SkippedRow } from "./export/read-json-export.ts";
export { readJsonExport } from "./export/read-json-export.ts";
export { rubricDefinition } from "./export/rubric-definition.ts";
export { rubricFromDefinition } from "./export/rubric-from-definition.ts";
export type { SetHeader } from "./export/set-header.ts";
export {
  Failure,
  FailureCategory,
  FailureGroup,
  failure,
  failureGroup,
  failureOutcome,
  longestReason,
  Outcome,
} from "./failure.ts";
export type { NewResultLogHeader, ReadLogHeader } from "./log/log-header.ts";
export { ResultLogHeader, renderLogHeader } from "./log/log-header.ts";
export type { ReadLogOptions, ResultLogEntry, ResultLogScan } from "./log/read-log.ts";
export {
  isUnbegunResultLog,
  readResultLog,
  readResultLogEntries,
  readResultLogHeader,
  scanResultLog,
} from "./log/read-log.ts";
export type { ResultLogWriter } from "./log/write-log.ts";
export { openResultLog } from "./log/write-log.ts";
export { canonicalKey, displayString, ModelIdentity } from "./model-identity.ts";
export type { OutcomeCounts, PassShare } from "./outcome.ts";
export {
  countOutcomes,
  hadTemplate,
  isToVerify,
  lacksInfrastructure,
  noOutcomes,
  outcomeOf,
  passShare,
} from "./outcome.ts";
export { lockOutput } from "./output-lock.ts";
export type { ResultIdKeys, ResultIdSource } from "./result-id.ts";
export { resultId, resultIdOfKeys } from "./result-id.ts";
export { resultFromJson, resultToJson } from "./result-json.ts";
export { Ruling } from "./ruling.ts";
export { ScenarioExecutionResult } from "./scenario-execution-result.ts";
export { deepJudgmentSection, VerificationResultDeepJudgment } from "./sections/deep-judgment.ts";
export {
  deepJudgmentRubricSection,
  VerificationResultDeepJudgmentRubric,
} from "./sections/deep-judgment-rubric.ts";
export { differenceTexts, Excerpt, HallucinationRisk, RejectedExcerpt } from "./sections/excerpt.ts";
export {
  answeringModel,
  isCompleted,
  parsingModel,
  VerificationResultMetadata,
} from "./sections/metadata.ts";
export {
  getAllTraitScores,
  getLlmTraitLabels,
  getTraitByName,
  rubricSection,
  traitOfKey,
  traitScoresByType,
  VerificationResultRubric,
} from "./sections/rubric.ts";
export { StageUsage, stageUsage } from "./sections/stage-usage.ts";
export { templateSection, VerificationResultTemplate } from "./sections/template.ts";
export type { ResultFilter } from "./set/result-set-filter.ts";
export type { ComboSummary, ResultSetSummary } from "./set/result-set-summary.ts";
export type { RubricTraitCounts, TraitCounts, TraitNames } from "./set/rubric-traits.ts";
export type { ResultSetParts, ScenarioError } from "./set/verification-result-set.ts";
export { VerificationResultSet } from "./set/verification-result-set.ts";
export { StageRecord } from "./stage-record.ts";
export { renderSchema, storedSchemas } from "./stored-schemas.ts";
export { VerificationResult } from "./verification-result.ts";
