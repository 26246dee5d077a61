export { investigationsOf, isAbout, type ShownInvestigation } from "./evidence/investigation.ts";
export { type JudgedText, type JudgedTexts, judgedTexts, type Mark } from "./evidence/judged-text.ts";
export { listEvidence, type ShownEvidence, type TaggedExcerpt } from "./evidence/shown-evidence.ts";
export { beforeEndOfTrace, endOfTrace, toolCallsIn, traceSteps } from "./evidence/trace-steps.ts";
export { annotations } from "./github/annotations.ts";
export type { ReportIndex, ReportSummary, ResultDetail, SubjectView } from "./html/report-data.ts";
export {
  detailsFolder,
  type ReportedRun,
  type ReportTarget,
  type WrittenReport,
  writeHtmlReport,
} from "./html/write-report.ts";
export { junitReport } from "./junit/junit-report.ts";
export { renderMarkdown } from "./markdown/markdown-report.ts";
export { markdownText } from "./markdown/markdown-text.ts";
export type { RunReport } from "./run-report.ts";
export { agentText } from "./text/agent-text.ts";
export { aspectText, calibratedText, correctedTexts } from "./text/calibration-text.ts";
export { apartText, benchmarkCautions, cautionTexts, priceCautions } from "./text/caution-texts.ts";
export { matchedWalksText, walkCautions, walkRows, walkSideText } from "./text/compared-walks-text.ts";
export { correctedPassesText } from "./text/corrected-passes-text.ts";
export { clusterNoun, differenceText, familiesText, rangeText } from "./text/difference-text.ts";
export { gateText } from "./text/gate-text.ts";
export { modelDifferenceTexts } from "./text/model-differences-text.ts";
export { originText } from "./text/origin-text.ts";
export { outcomeWords } from "./text/outcome-words.ts";
export { type NamedPairs, pairNames } from "./text/pair-names.ts";
export { formatRate, shareText } from "./text/rate-text.ts";
export { leftOutTexts, mostReplicates } from "./text/replicate-text.ts";
export { runText } from "./text/run-text.ts";
export { sharedAnswersText } from "./text/shared-answers-text.ts";
export { keywordRows, type SideRow, sideRows } from "./text/side-rows.ts";
export { changedText, furtherFailures, sideText, whoseText } from "./text/side-text.ts";
export { userPart, userStopText } from "./text/simulated-user.ts";
export { shortNumber, traitValuesText } from "./text/trait-values-text.ts";
export {
  byScenario,
  cutShortText,
  cutShortWords,
  failedWalkText,
  pathTexts,
  reasonsText,
  turnsToSuccessText,
  walkOutcomeText,
  walksText,
} from "./text/walk-text.ts";
export { wrongText } from "./text/wrong-text.ts";
export { reasonWithoutAnswer } from "./view/result-view.ts";
