import {
  isToVerify,
  outcomeOf,
  traitOfKey,
  traitScoresByType,
  unpassedOutcomes,
  type VerificationResult,
} from "../../result/index.ts";
import { allTraits, type Rubric } from "../../rubric/index.ts";

/** What results came to, in counts. */
export interface SummaryStats {
  /** Questions with a result: each is one trace. */
  readonly tracesTotal: number;
  /** Those of which a template result passed; without templates those of which all traits that are true or false are as they should be. */
  readonly tracesPassed: number;
  /** Traces that can pass: with a verdict, or without a template with a trait that is true or false. */
  readonly tracesDecided: number;
  /** Replicates and judges each count. */
  readonly resultsTotal: number;
  /** Results with a verdict of a template. Where judge or infrastructure failed there is none. */
  readonly templateVerificationTotal: number;
  readonly templateVerificationPassed: number;
  /** Values that are true or false. Scores, classes and metrics have no pass; see `aggregateRubricResults`. */
  readonly rubricTraitsTotal: number;
  /** True, or false for a trait of which less is better. */
  readonly rubricTraitsPassed: number;
  /** Traits that were to have a value and have none. */
  readonly rubricTraitsFailed: number;
  /** `tracesPassed` of `tracesDecided`, in percent; null where none is decided. */
  readonly successRate: number | null;
}

/** The names of the traits that are better false. */
export const betterLower = (rubrics: readonly Rubric[]): ReadonlySet<string> =>
  new Set(
    rubrics
      .flatMap(allTraits)
      .flatMap(({ name, higherIsBetter }) => (higherIsBetter === false ? [name] : [])),
  );

/**
 * Counts what results came to.
 *
 * @param traces the results of each question
 * @param lower names of traits that are better false
 */
export function summaryStats(
  traces: readonly (readonly VerificationResult[])[],
  lower: ReadonlySet<string>,
): SummaryStats {
  const results = traces.flat();
  const verdicts = results.flatMap((result) => verdictOf(result) ?? []);
  const values = results.flatMap((result) => traitPasses(result, lower));
  const decided = traces.flatMap((trace) => tracePasses(trace, lower) ?? []);
  const passed = decided.filter(Boolean).length;
  return {
    tracesTotal: traces.filter((trace) => trace.length > 0).length,
    tracesPassed: passed,
    tracesDecided: decided.length,
    resultsTotal: results.length,
    templateVerificationTotal: verdicts.length,
    templateVerificationPassed: verdicts.filter(Boolean).length,
    rubricTraitsTotal: values.length,
    rubricTraitsPassed: values.filter(Boolean).length,
    rubricTraitsFailed: results.reduce(
      (sum, { rubric }) => sum + Object.keys(rubric?.traitFailures ?? {}).length,
      0,
    ),
    successRate: decided.length === 0 ? null : (100 * passed) / decided.length,
  };
}

/** Undefined: the template has decided nothing. A failure is never a verdict. */
export function verdictOf(result: VerificationResult): boolean | undefined {
  if (!isToVerify(result.metadata)) return undefined;
  const outcome = outcomeOf(result);
  if (outcome === "pass") return true;
  return unpassedOutcomes.includes(outcome) ? false : undefined;
}

/** The values of a result's traits that are true or false, as passed or not. */
function traitPasses({ rubric }: VerificationResult, lower: ReadonlySet<string>): readonly boolean[] {
  if (rubric === null) return [];
  const failures = rubric.traitFailures ?? {};
  return traitScoresByType(rubric).flatMap(([, scores]) =>
    Object.entries(scores ?? {}).flatMap(([name, value]) => {
      // a field that a template trait has filled in is no judgment
      const isTrait = traitOfKey(rubric, name) === name && !Object.hasOwn(failures, name);
      return typeof value === "boolean" && isTrait ? [value !== lower.has(name)] : [];
    }),
  );
}

/** Undefined: nothing is decided about the trace. */
export function tracePasses(
  trace: readonly VerificationResult[],
  lower: ReadonlySet<string>,
): boolean | undefined {
  const verdicts = trace.flatMap((result) => verdictOf(result) ?? []);
  if (verdicts.length > 0) return verdicts.some(Boolean);
  if (trace.some(({ metadata }) => isToVerify(metadata))) return undefined;
  const values = trace.flatMap((result) => traitPasses(result, lower));
  return values.length === 0 ? undefined : values.every(Boolean);
}

/** The counts of several steps together. */
export function addStats(parts: readonly SummaryStats[]): SummaryStats {
  const sum = (name: Exclude<keyof SummaryStats, "successRate">) =>
    parts.reduce((total, part) => total + part[name], 0);
  const [passed, decided] = [sum("tracesPassed"), sum("tracesDecided")];
  return {
    tracesTotal: sum("tracesTotal"),
    tracesPassed: passed,
    tracesDecided: decided,
    resultsTotal: sum("resultsTotal"),
    templateVerificationTotal: sum("templateVerificationTotal"),
    templateVerificationPassed: sum("templateVerificationPassed"),
    rubricTraitsTotal: sum("rubricTraitsTotal"),
    rubricTraitsPassed: sum("rubricTraitsPassed"),
    rubricTraitsFailed: sum("rubricTraitsFailed"),
    successRate: decided === 0 ? null : (100 * passed) / decided,
  };
}
