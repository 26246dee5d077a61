export { blankLabels } from "./calibration/blank-labels.ts";
export {
  type CalibratedRun,
  type CalibrateOptions,
  calibrateJudges,
} from "./calibration/calibrate-judges.ts";
export {
  AspectCalibration,
  Calibration,
  JudgeCalibration,
  JudgesCompared,
  RaterAgreement,
} from "./calibration/calibration.ts";
export { type Allowed, allowedText, itemOf, type Label, readVerdict } from "./calibration/label.ts";
export { labelCells, readLabels, renderLabels } from "./calibration/labels-table.ts";
export type { RatedAnswer, RatedAspect } from "./calibration/rated-answer.ts";
export { type SampledAnswer, type SampleOptions, sampleAnswers } from "./calibration/sample-answers.ts";
export {
  type CompareOptions,
  compareModels,
  compareRuns,
  type NamedResults,
} from "./compare/compare-runs.ts";
export { DifferenceTest, MeasureComparison, VerdictComparison } from "./compare/compared-values.ts";
export {
  ChangedQuestion,
  Comparison,
  emptySides,
  hasQuestions,
  PairComparison,
} from "./compare/comparison.ts";
export { asConfigured, type CompareBy, sideName } from "./compare/gather-sides.ts";
export { ChangedScenario, WalkComparison } from "./compare/walk-comparison.ts";
export { checkGates, type GateSubject, type Unanswered } from "./gates/check-gates.ts";
export { Gate, GatesFile, needsBaseline, readGates } from "./gates/gate.ts";
export type { GateVerdict } from "./gates/gate-verdict.ts";
export { checkTraitGates } from "./gates/trait-bounds.ts";
export type { ClusterBy, Grouping, QuestionFacts, QuestionGrouping } from "./grouping/grouping.ts";
export { ProbeFinding, type ProbeKind, ProbeReport, probeKinds } from "./probes/probe-report.ts";
export { counts, type ProbedAnswer, tallyProbe } from "./probes/tally-probe.ts";
export { reasonCause } from "./reason-cause.ts";
export {
  judgeReliability,
  leastAlpha,
  mostJudgedResults,
  type ReliabilityOptions,
} from "./reliability/judge-reliability.ts";
export { JudgeAgreement, JudgeConsistency, JudgeReliability } from "./reliability/reliability.ts";
export { analysisSchemas } from "./schemas.ts";
export { cohenKappa, type KappaOptions } from "./statistics/agreement/cohen-kappa.ts";
export { fleissKappa } from "./statistics/agreement/fleiss-kappa.ts";
export { type AlphaOptions, krippendorffAlpha } from "./statistics/agreement/krippendorff-alpha.ts";
export type { Agreement } from "./statistics/agreement/measure.ts";
export type { Metric, Ratings } from "./statistics/agreement/ratings.ts";
export { rawAgreement } from "./statistics/agreement/raw-agreement.ts";
export { type JudgeTable, judgeTable, type TableMeasure } from "./statistics/correction/judge-table.ts";
export type { LabelledValue } from "./statistics/correction/labelled-sample.ts";
export {
  type PredictionPowered,
  type PredictionPoweredInput,
  type PredictionPoweredOptions,
  predictionPowered,
} from "./statistics/correction/prediction-powered.ts";
export {
  type Estimate,
  type JudgedRates,
  roganGladen,
  type ShareOfTrials,
} from "./statistics/correction/rogan-gladen.ts";
export type { Interval, IntervalOptions } from "./statistics/interval.ts";
export { holmAdjust } from "./statistics/pairs/holm.ts";
export { mcnemarExact } from "./statistics/pairs/mcnemar.ts";
export {
  type PairedCount,
  type PairedDifference,
  pairedDifference,
} from "./statistics/pairs/paired-difference.ts";
export { type PairedPower, type PowerOptions, pairedPower } from "./statistics/pairs/power.ts";
export { type ClusterCount, type ClusteredRate, clusteredRate } from "./statistics/rates/clustered-rate.ts";
export { type PassOfK, passAtK, passOfK, passPowerK } from "./statistics/rates/pass-at-k.ts";
export { type Stability, stabilityOf } from "./statistics/rates/stability.ts";
export { wilsonInterval } from "./statistics/rates/wilson.ts";
export {
  type BootstrapMean,
  bootstrapMean,
  type ResampleOptions,
} from "./statistics/resampling/bootstrap.ts";
export type { ClusteredValues } from "./statistics/resampling/cluster-sums.ts";
export { type RandomWords, randomWords } from "./statistics/resampling/random-words.ts";
export { type SignFlipTest, signFlipTest } from "./statistics/resampling/sign-flip.ts";
export type { AgentNumbers } from "./summary/agent-tally.ts";
export type { Breakdown, GroupNumbers } from "./summary/breakdown-tally.ts";
export type { CategoryFailures, FailureReason } from "./summary/failure-list.ts";
export type { PairNumbers } from "./summary/pair-tally.ts";
export type { PassRate } from "./summary/rate-tally.ts";
export type { ReplicateNumbers, UnstableQuestion } from "./summary/replicate-tally.ts";
export type { PairSummary } from "./summary/result-tally.ts";
export type { NamedModel } from "./summary/run-facts.ts";
export { type StageNumbers, stageTally } from "./summary/stage-tally.ts";
export { summarize } from "./summary/summarize.ts";
export { summarizeFile } from "./summary/summarize-file.ts";
export type { RunSummary, ScenarioSummary, SummaryOptions } from "./summary/summary-tally.ts";
export { usualGroupings } from "./summary/summary-tally.ts";
export { type WrongField, wrongFields } from "./summary/wrong-fields.ts";
export type { ClaimRow } from "./tables/claim-rows.ts";
export type { ColumnType } from "./tables/column.ts";
export type { ExcerptRow } from "./tables/excerpt-rows.ts";
export type { FieldRow } from "./tables/field-rows.ts";
export type { JudgmentRow } from "./tables/judgment-rows.ts";
export type { RegexRow } from "./tables/regex-rows.ts";
export type { ResultRow } from "./tables/result-rows.ts";
export { sectionColumns } from "./tables/result-rows.ts";
export type { RetrievedContextRow } from "./tables/retrieved-context-rows.ts";
export type { StageRow } from "./tables/stage-rows.ts";
export type { Cell, ResultTable, RowsOf, TableColumn, WalkTable } from "./tables/table.ts";
export {
  allTables,
  claimRows,
  excerptRows,
  fieldRows,
  judgmentRows,
  regexRows,
  resultRows,
  resultTables,
  retrievedContextRows,
  stageRows,
  toolCallRows,
  traitRows,
  turnRows,
  usageRows,
  walkOutcomeRows,
  walkRows,
  walkTables,
  walkTurnRows,
} from "./tables/tables.ts";
export type { ToolCallRow } from "./tables/tool-call-rows.ts";
export type { TraitRow } from "./tables/trait-rows.ts";
export type { TurnRow } from "./tables/turn-rows.ts";
export type { UsageRow } from "./tables/usage-rows.ts";
export type { WalkOutcomeRow, WalkRow, WalkTurnRow } from "./tables/walk-rows.ts";
export { countedRubric } from "./traits/counted-rubric.ts";
export { rubricTally } from "./traits/rubric-tally.ts";
export { traitDefinitions } from "./traits/trait-definitions.ts";
export type { TraitSummary } from "./traits/trait-tally.ts";
export type { TraitValues } from "./traits/trait-values.ts";
export type { VerifyMembers } from "./verify-members.ts";
export type { CutShortReason, FailedWalk, ScenarioNumbers } from "./walks/scenario-tally.ts";
export type { WalkNumbers, WalkOutcomeNumbers } from "./walks/walk-numbers.ts";
export { scenarioCost } from "./walks/walk-spending.ts";
export { isJudged, isSuccessful, walkReasons } from "./walks/walk-verdict.ts";
