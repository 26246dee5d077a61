export type { CategoryFailures, FailureItem } from "./failure-list.ts";
export type { PairNumbers, PassRate } from "./pair-tally.ts";
export type { PairSummary, RunSummary, SummaryOptions } from "./summary.ts";
export { summarize } from "./summary.ts";
export type { TraitSummary } from "./traits/trait-tally.ts";
export type { TraitValues } from "./traits/trait-values.ts";
export { wilsonInterval } from "./wilson.ts";
