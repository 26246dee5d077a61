import { byCluster } from "../statistics/by-cluster.ts";
import { mcnemarExact } from "../statistics/pairs/mcnemar.ts";
import { pairedDifference } from "../statistics/pairs/paired-difference.ts";
import { pairedPower } from "../statistics/pairs/power.ts";
import { meanTally } from "../statistics/resampling/mean-tally.ts";
import { signFlipTest } from "../statistics/resampling/sign-flip.ts";
import type { DifferenceTest, MeasureComparison, VerdictComparison } from "./compared-values.ts";

/** What two sides have of one unit. */
export interface ValuePair {
  readonly cluster: string;
  readonly a: number;
  readonly b: number;
}

/** How to compare; see `CompareOptions`. */
export interface ValueOptions {
  readonly level: number;
  readonly alpha: number;
  readonly power: number;
  readonly seed: number;
  readonly resamples: number;
}

/** The four counts of verdicts with rates and difference. */
export type VerdictTable = Pick<
  VerdictComparison,
  | "pairs"
  | "clusters"
  | "both"
  | "onlyA"
  | "onlyB"
  | "neither"
  | "rateA"
  | "rateB"
  | "difference"
  | "interval"
  | "effectiveSize"
>;

/** Verdicts of 0 and 1 as a table with the difference of their rates. */
export function verdictTable(pairs: readonly ValuePair[], level: number): VerdictTable {
  const clusters = byCluster(() => ({ both: 0, onlyA: 0, onlyB: 0, neither: 0 }));
  for (const { cluster, a, b } of pairs) {
    const counts = clusters.of(cluster);
    counts[a === 1 ? (b === 1 ? "both" : "onlyA") : b === 1 ? "onlyB" : "neither"]++;
  }
  const { n, difference, interval, effectiveSize, ...counts } = pairedDifference(clusters.all(), {
    level,
  });
  return {
    pairs: n,
    clusters: counts.clusters,
    both: counts.both,
    onlyA: counts.onlyA,
    onlyB: counts.onlyB,
    neither: counts.neither,
    rateA: n === 0 ? null : (counts.both + counts.onlyA) / n,
    rateB: n === 0 ? null : (counts.both + counts.onlyB) / n,
    difference,
    interval,
    effectiveSize,
  };
}

/** Compares verdicts: McNemar's exact test where every cluster has one pair, else flipping clusters. */
export function compareVerdicts(
  name: string,
  pairs: readonly ValuePair[],
  options: ValueOptions,
): VerdictComparison {
  const table = verdictTable(pairs, options.level);
  const differences = differencesOf(pairs);
  const isSingle = table.clusters === table.pairs;
  const test: Omit<DifferenceTest, "adjustedP"> = isSingle
    ? { method: "mcnemar", pValue: mcnemarExact(table.onlyA, table.onlyB), exact: true }
    : flipTest(differences, options);
  return {
    name,
    ...table,
    test: pairs.length === 0 ? null : { ...test, adjustedP: test.pValue },
    ...pairedPower(differences, options),
  };
}

/** Compares numbers by paired bootstrap, and unless they are resources by flipping clusters. */
export function compareMeasures(
  name: string,
  kind: MeasureComparison["kind"],
  pairs: readonly ValuePair[],
  options: ValueOptions,
): MeasureComparison {
  const tally = meanTally(options);
  for (const { cluster, a, b } of pairs) tally.add(b - a, cluster);
  const { mean, interval, clusters } = tally.numbers();
  const meanOf = (side: "a" | "b") => pairs.reduce((sum, pair) => sum + pair[side], 0) / pairs.length;
  const differences = differencesOf(pairs);
  const test = kind === "resource" ? null : flipTest(differences, options);
  return {
    name,
    kind,
    pairs: pairs.length,
    clusters,
    meanA: meanOf("a"),
    meanB: meanOf("b"),
    difference: mean ?? 0,
    interval,
    test: test && { ...test, adjustedP: test.pValue },
    ...pairedPower(differences, options),
  };
}

function flipTest(
  differences: ReturnType<typeof differencesOf>,
  { seed, resamples }: ValueOptions,
): Omit<DifferenceTest, "adjustedP"> {
  const { pValue, exact } = signFlipTest(differences, { seed, resamples });
  return { method: "sign_flip", pValue, exact };
}

const differencesOf = (pairs: readonly ValuePair[]) => ({
  values: Float64Array.from(pairs, ({ a, b }) => b - a),
  clusters: pairs.map(({ cluster }) => cluster),
});
