import type { SubjectView } from "../../src/report/index.ts";

/** True where nothing was to be verified: traits are all that there is. */
export const hasRubricsOnly = (subjects: readonly SubjectView[]): boolean =>
  subjects.some(({ numbers }) => numbers.traits.length > 0) &&
  subjects.every(({ numbers: { passRate, outcomes } }) => passRate.of + outcomes.auto_failed === 0);

/** True where every result is unscored: of each nothing is known but its traits. */
export const isAllUnscored = (subjects: readonly SubjectView[]): boolean =>
  subjects.every(({ numbers: { outcomes, results } }) => outcomes.unscored === results);
