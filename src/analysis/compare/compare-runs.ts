import { KareninaError } from "../../base/index.ts";
import type { Results, Walks } from "../../result/index.ts";
import type { Label } from "../calibration/label.ts";
import { type ClusterBy, checkCluster, checkKnown, type QuestionFacts } from "../grouping/grouping.ts";
import { innerShare } from "../statistics/interval.ts";
import { holmAdjust } from "../statistics/pairs/holm.ts";
import { drawsOf } from "../statistics/resampling/bootstrap.ts";
import { defaultSeed } from "../statistics/resampling/random-words.ts";
import { compareSides } from "./compare-sides.ts";
import type { ValueOptions } from "./compare-values.ts";
import type { DifferenceTest } from "./compared-values.ts";
import type { Comparison, PairComparison } from "./comparison.ts";
import { opinionTables } from "./corrected-passes.ts";
import { type CompareBy, gatherSides } from "./gather-sides.ts";
import type { Side } from "./side.ts";

/** How to compare. */
export interface CompareOptions {
  /** What counts as one piece of evidence. Default `question`: replicates of one are not independent. */
  readonly cluster?: ClusterBy;
  /** The questions of the benchmark, where the cluster is their author or a property. */
  readonly questions?: Iterable<QuestionFacts>;
  /** Only results and walks of these: what `sideName` says of them. Models are compared in this order. Default: all. */
  readonly only?: readonly string[];
  /** Labels of persons, a table for each run that they were drawn from: pass rates are also given without the errors of judges. Default: none. */
  readonly labels?: readonly (readonly Label[])[];
  /** How often a test may find a difference where there is none, above 0 and below 1; intervals are at the level `1 − alpha`. Default 0.05. */
  readonly alpha?: number;
  /** How often a difference is to be found that is there, above 0 and below 1, for the minimum detectable effect. Default 0.8. */
  readonly power?: number;
  /** Of bootstrap and permutations. Default 20,240,229. */
  readonly seed?: number;
  /** How often bootstrap and permutations draw. Default 10,000. */
  readonly resamples?: number;
}

/** Results with a name. */
export interface NamedResults {
  readonly name: string;
  readonly results: Results;
  /** Their walks through scenarios; turns are compared as part of these. Default: none. */
  readonly walks?: Walks;
}

/**
 * Compares runs: each with each later one, over the questions and replicates, and the walks through scenarios, that both have. Throws `invalid_input`
 * for fewer than two, and for options that are none.
 *
 * @example
 * const { pairs } = await compareRuns([
 *   { name: "before", results: readResultLog("before.jsonl") },
 *   { name: "after", results: readResultLog("after.jsonl") },
 * ]);
 * console.log(pairs[0]?.passes.difference, pairs[0]?.broken.length);
 */
export async function compareRuns(
  runs: readonly NamedResults[],
  options: CompareOptions = {},
): Promise<Comparison> {
  const values = valuesOf(options);
  const namesAnswers = options.labels !== undefined;
  const sides: Side[] = [];
  for (const { name, ...read } of runs) {
    const gathered = await gatherSides({ ...options, ...read, by: "answering", namesAnswers });
    sides.push({
      name,
      units: gathered.flatMap(({ units }) => units),
      walks: gathered.flatMap(({ walks }) => walks),
      unended: gathered.reduce((sum, { unended }) => sum + unended, 0),
    });
  }
  return compare(sides, values, options);
}

/**
 * Compares the answering models of one run, its judges or its prompts, as {@link compareRuns} does runs. Of judges
 * cost and time are those of judging: the answer, which they share, was asked for once. Prompts are compared model by model.
 *
 * @example
 * const { pairs } = await compareModels(readResultLog("run.jsonl"));
 */
export async function compareModels(
  results: Results,
  options: CompareOptions & {
    readonly by?: CompareBy;
    /** The walks of the run through scenarios. Default: none. */
    readonly walks?: Walks;
  } = {},
): Promise<Comparison> {
  const values = valuesOf(options);
  const { by = "answering", only } = options;
  checkKnown("by", by, ["answering", "parsing", "prompt"]);
  const sides = await gatherSides({ ...options, results, by, namesAnswers: options.labels !== undefined });
  const inOrder = only?.flatMap((wanted) => sides.filter(({ name }) => name === wanted)) ?? sides;
  return compare(inOrder, values, options);
}

/** Checks what was asked for, before anything is read. */
function valuesOf({ cluster, alpha = 0.05, power = 0.8, seed, resamples }: CompareOptions): ValueOptions {
  if (cluster !== undefined) checkCluster(cluster);
  return {
    alpha: innerShare("alpha", alpha),
    level: 1 - alpha,
    power: innerShare("power", power),
    seed: seed ?? defaultSeed,
    resamples: drawsOf({ ...(resamples !== undefined && { resamples }) }),
  };
}

function compare(
  sides: readonly Side[],
  values: ValueOptions,
  { cluster = "question", labels = [] }: CompareOptions,
): Comparison {
  if (sides.length < 2) {
    const found = sides.map(({ name }) => name).join(", ") || "none";
    throw new KareninaError("invalid_input", `A comparison needs at least two sides; found: ${found}.`);
  }
  const options = { ...values, tables: opinionTables(labels) };
  const pairs = sides.flatMap((a, at) => sides.slice(at + 1).map((b) => compareSides(a, b, options)));
  const walks = pairs.flatMap((pair) => pair.walks ?? []);
  const families = [
    pairs.map(({ passes }) => passes),
    pairs.flatMap(({ traits, measures }) => [...traits, ...measures]),
    walks.map(({ successful }) => successful),
    walks.flatMap(({ completed, outcomes, measures }) => [completed, ...outcomes, ...measures]),
  ].map(testsIn);
  const adjustedOf = new Map(families.flatMap(adjustFamily));
  const [ofPasses = 0, , ofSuccess = 0, ofWalks = 0] = families.map(({ length }) => length);
  return {
    sides: sides.map(({ name }) => name),
    level: values.level,
    clusteredBy: typeof cluster === "string" ? cluster : "function",
    alpha: values.alpha,
    seed: values.seed,
    tests: adjustedOf.size,
    passTests: ofPasses,
    successTests: ofSuccess,
    walkTests: ofWalks,
    pairs: pairs.map((pair) => withAdjusted(pair, adjustedOf)),
  };
}

interface Tested {
  readonly test: DifferenceTest | null;
}

const testsIn = (compared: readonly Tested[]): readonly DifferenceTest[] =>
  compared.flatMap(({ test }) => test ?? []);

/** Tests with p values adjusted among themselves: a trait that is added changes nothing about pass rates. */
function adjustFamily(tests: readonly DifferenceTest[]): readonly (readonly [DifferenceTest, number])[] {
  const adjusted = holmAdjust(tests.map(({ pValue }) => pValue));
  return tests.map((test, at) => [test, adjusted[at] ?? 1]);
}

function withAdjusted(pair: PairComparison, adjustedOf: ReadonlyMap<DifferenceTest, number>): PairComparison {
  const adjust = <Compared extends Tested>(one: Compared): Compared =>
    one.test === null ? one : { ...one, test: { ...one.test, adjustedP: adjustedOf.get(one.test) ?? 1 } };
  return {
    ...pair,
    passes: adjust(pair.passes),
    traits: pair.traits.map(adjust),
    measures: pair.measures.map(adjust),
    walks: pair.walks && {
      ...pair.walks,
      successful: adjust(pair.walks.successful),
      completed: adjust(pair.walks.completed),
      outcomes: pair.walks.outcomes.map(adjust),
      measures: pair.walks.measures.map(adjust),
    },
  };
}
