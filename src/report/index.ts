export { investigationsOf, isAbout, type ShownInvestigation } from "./evidence/investigation.ts";
export { type JudgedText, type JudgedTexts, judgedTexts, type Mark } from "./evidence/judged-text.ts";
export { listEvidence, type ShownEvidence, type TaggedExcerpt } from "./evidence/shown-evidence.ts";
export { beforeEndOfTrace, endOfTrace, toolCallsIn, traceSteps } from "./evidence/trace-steps.ts";
export type { ReportIndex, ReportSummary, SubjectView } from "./html/report-data.ts";
export { detailsFolder, type ReportedRun, writeHtmlReport } from "./html/write-report.ts";
export { type ResultView, reasonWithoutAnswer } from "./view/result-view.ts";
