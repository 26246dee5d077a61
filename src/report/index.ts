export { investigationsOf, isAbout, type ShownInvestigation } from "./evidence/investigation.ts";
export { type JudgedText, type JudgedTexts, judgedTexts, type Mark } from "./evidence/judged-text.ts";
export { listEvidence, type ShownEvidence, type TaggedExcerpt } from "./evidence/shown-evidence.ts";
export { beforeEndOfTrace, endOfTrace, toolCallsIn, traceSteps } from "./evidence/trace-steps.ts";
export type { ReportIndex, ReportSummary, ResultDetail, SubjectView } from "./html/report-data.ts";
export {
  detailsFolder,
  type ReportedRun,
  type ReportTarget,
  type WrittenReport,
  writeHtmlReport,
} from "./html/write-report.ts";
export { differenceText, rangeText } from "./text/difference-text.ts";
export { gateText } from "./text/gate-text.ts";
export { outcomeWords } from "./text/outcome-words.ts";
export { formatRate } from "./text/rate-text.ts";
export { reasonWithoutAnswer } from "./view/result-view.ts";
