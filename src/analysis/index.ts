export type { CategoryFailures, FailureItem } from "./failure-list.ts";
export type { GranularScore, PairNumbers, PassRate, TokenCount } from "./pair-tally.ts";
export type { PairSummary, RunSummary, SummaryOptions } from "./summary.ts";
export { summarize } from "./summary.ts";
export type { TraitSummary } from "./traits/trait-tally.ts";
export type {
  BooleanValues,
  LiteralValues,
  MetricValues,
  OtherValues,
  ScoreValues,
  TraitValues,
} from "./traits/trait-values.ts";
export type { Interval } from "./wilson.ts";
export { wilsonInterval, z95 } from "./wilson.ts";
