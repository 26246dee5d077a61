export { type Caveat, caveats } from "./caveats.ts";
export type { DrawnScenario } from "./drawn-scenario.ts";
export type { RereadableResults } from "./export/csv-export.ts";
export { exportCsv } from "./export/csv-export.ts";
export type { CsvInfo } from "./export/csv-info.ts";
export { csvRow, type Formulas } from "./export/csv-row.ts";
export { type ExportForm, ExportFormat } from "./export/export-format.ts";
export type { Results, Walks } from "./export/json-export.ts";
export { exportJson, jobSummaryOf } from "./export/json-export.ts";
export type { MappedContent } from "./export/python/mapping.ts";
export type { ReadExportOptions } from "./export/read-json-export.ts";
export { readJsonExport } from "./export/read-json-export.ts";
export { rubricDefinition } from "./export/rubric-definition.ts";
export { rubricFromDefinition } from "./export/rubric-from-definition.ts";
export {
  Failure,
  FailureCategory,
  failure,
  failureGroup,
  failureOutcome,
  longestReason,
  Outcome,
} from "./failure.ts";
export type { Digester } from "./log/digest-thread.ts";
export { serveDigests } from "./log/digest-thread.ts";
export type { NewResultLogHeader, ReadLogHeader, TakenOver } from "./log/log-header.ts";
export { parseLogHeader, renderLogHeader } from "./log/log-header.ts";
export {
  type LineContent,
  type LineSource,
  readLogLine,
  requireLogLine,
  resultLine,
  walkLine,
} from "./log/log-line.ts";
export { isLogName } from "./log/log-name.ts";
export { LogRow } from "./log/log-row.ts";
export { isPackedFile } from "./log/packed/read-packed.ts";
export {
  isUnbegunResultLog,
  readResultLog,
  readResultLogEntries,
  readResultLogHeader,
  readResultLogRows,
  readResultLogWalks,
  scanResultLog,
} from "./log/read-log.ts";
export type { ResultLogWriter } from "./log/write-log.ts";
export { openResultLog } from "./log/write-log.ts";
export { writeLogFile } from "./log/write-log-file.ts";
export { canonicalKey, displayString, ModelIdentity, shortModelName } from "./model-identity.ts";
export type { OutcomeCounts } from "./outcome.ts";
export {
  countOutcomes,
  failedOutcomes,
  failureOfWalk,
  hadTemplate,
  isToVerify,
  isWholeWork,
  lacksInfrastructure,
  noOutcomes,
  outcomeOf,
  passShare,
  storedReplies,
  sumOutcomes,
  unpassedOutcomes,
} from "./outcome.ts";
export { lockOutput } from "./output-lock.ts";
export { resultId, resultIdOfKeys } from "./result-id.ts";
export { resultFromJson, resultToJson, unstatedFailureOf } from "./result-json.ts";
export { openResultsFile, type ResultsFile } from "./results-file.ts";
export { Ruling } from "./ruling.ts";
export {
  type ScenarioExecutionResult,
  walkError,
  walkId,
  walkName,
  walkToJson,
} from "./scenario-execution-result.ts";
export { deepJudgmentSection, VerificationResultDeepJudgment } from "./sections/deep-judgment.ts";
export {
  deepJudgmentRubricSection,
  VerificationResultDeepJudgmentRubric,
} from "./sections/deep-judgment-rubric.ts";
export { differenceTexts, Excerpt, HallucinationRisk, RejectedExcerpt } from "./sections/excerpt.ts";
export { answeringModel, parsingModel, VerificationResultMetadata } from "./sections/metadata.ts";
export { ReusedResult } from "./sections/reused.ts";
export {
  getAllTraitScores,
  getLlmTraitLabels,
  getTraitByName,
  readTraitLists,
  rubricSection,
  traitLabels,
  traitOfKey,
  traitScoresByType,
  VerificationResultRubric,
} from "./sections/rubric.ts";
export { stageUsage } from "./sections/stage-usage.ts";
export { templateSection, VerificationResultTemplate } from "./sections/template.ts";
export { type Aggregate, countOf, firstOf, majorityOf, meanOf, medianOf, modeOf } from "./set/aggregate.ts";
export { matchesFilter, type ResultFilter, type TraitCondition } from "./set/result-set-filter.ts";
export { VerificationResultSet } from "./set/verification-result-set.ts";
export { StageRecord } from "./stage-record.ts";
export { renderSchema, storedSchemas } from "./stored-schemas.ts";
export { lackingText, unfinishedText } from "./unfinished-text.ts";
export { VerificationResult } from "./verification-result.ts";
export { type OutcomeKind, resultMark, turnMarks, walkDoubt } from "./walk-doubt.ts";
