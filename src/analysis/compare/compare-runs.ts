import { KareninaError } from "../../base/index.ts";
import { modelIdOf } from "../../prompt/index.ts";
import {
  answeringModel,
  displayString,
  type ModelIdentity,
  parsingModel,
  type Results,
  type VerificationResult,
} from "../../result/index.ts";
import {
  type ClusterBy,
  checkCluster,
  checkKnown,
  createGrouper,
  type QuestionFacts,
} from "../grouping/grouping.ts";
import { innerShare } from "../statistics/interval.ts";
import { holmAdjust } from "../statistics/pairs/holm.ts";
import { drawsOf } from "../statistics/resampling/bootstrap.ts";
import { defaultSeed } from "../statistics/resampling/random-words.ts";
import { compareSides } from "./compare-sides.ts";
import type { ValueOptions } from "./compare-values.ts";
import type { Comparison, DifferenceTest, PairComparison } from "./comparison.ts";
import type { Side } from "./match-units.ts";
import { type Unit, unitOf } from "./unit.ts";

/** How to compare. */
export interface CompareOptions {
  /** What counts as one piece of evidence. Default `question`: replicates of one are not independent. */
  readonly cluster?: ClusterBy;
  /** The questions of the benchmark, where the cluster is their author or a property. */
  readonly questions?: Iterable<QuestionFacts>;
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
}

/**
 * Compares runs: each with each later one, over the questions and replicates that both have. Throws `invalid_input`
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
  const sides: Side[] = [];
  for (const { name, results } of runs) {
    const units: Unit[] = [];
    for await (const [unit] of readNamed(results, options, "answering")) units.push(unit);
    sides.push({ name, units });
  }
  return compare(sides, values, options);
}

/** What of one run is compared: its models under test, its judges, or the prompts that its models were asked with. */
export type CompareBy = "answering" | "parsing" | "prompt";

/** What a result is compared as. Models and judges have display strings; a prompt has its id. */
export function sideName(metadata: SideOf, by: CompareBy): string {
  if (by === "prompt") return metadata.promptId ?? "no prompt";
  return by === "answering" ? answeringModel(metadata) : parsingModel(metadata);
}

type SideOf = Pick<VerificationResult["metadata"], "answering" | "parsing" | "promptId">;

/**
 * Compares the answering models of one run, its judges or its prompts, as {@link compareRuns} does runs. Of judges
 * cost and time are those of judging: the answer, which they share, was asked for once. Prompts are compared model by model.
 *
 * @example
 * const { pairs } = await compareModels(readResultLog("run.jsonl"));
 */
export async function compareModels(
  results: Results,
  options: CompareOptions & { readonly by?: CompareBy } = {},
): Promise<Comparison> {
  const values = valuesOf(options);
  if (options.by !== undefined) checkKnown("by", options.by, ["answering", "parsing", "prompt"]);
  const sides = new Map<string, Unit[]>();
  for await (const [unit, name] of readNamed(results, options, options.by)) {
    const units = sides.get(name) ?? [];
    sides.set(name, units);
    units.push(unit);
  }
  return compare(
    [...sides].map(([name, units]) => ({ name, units })),
    values,
    options,
  );
}

async function* readNamed(
  results: Results,
  { cluster = "question", questions }: CompareOptions,
  by: CompareBy = "answering",
): AsyncGenerator<readonly [Unit, string]> {
  const grouper = createGrouper(questions);
  const work = by === "parsing" ? "judging" : "task";
  for await (const result of results) {
    const unit = unitOf(result, grouper.clusterOf(result, cluster), work);
    const name = sideName(result.metadata, by);
    yield [
      by === "prompt" ? { ...unit, answering: displayString(asConfigured(result.metadata)) } : unit,
      name,
    ];
  }
}

/** The model under test as it was configured, whatever prompt it was asked with. */
export function asConfigured({ answering, promptId }: SideOf): ModelIdentity {
  const { configId, modelName } = answering;
  if (promptId === undefined || configId === null) return answering;
  const id = modelIdOf(configId, promptId);
  return { ...answering, configId: id === modelName ? null : id };
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
  { cluster = "question" }: CompareOptions,
): Comparison {
  if (sides.length < 2) {
    const found = sides.map(({ name }) => name).join(", ") || "none";
    throw new KareninaError("invalid_input", `A comparison needs at least two sides; found: ${found}.`);
  }
  const pairs = sides.flatMap((a, at) => sides.slice(at + 1).map((b) => compareSides(a, b, values)));
  const ofPasses = testsIn(pairs.map(({ passes }) => passes));
  const ofOthers = testsIn(pairs.flatMap(({ traits, measures }) => [...traits, ...measures]));
  const adjustedOf = new Map([...adjustFamily(ofPasses), ...adjustFamily(ofOthers)]);
  return {
    sides: sides.map(({ name }) => name),
    level: values.level,
    clusteredBy: typeof cluster === "string" ? cluster : "function",
    alpha: values.alpha,
    seed: values.seed,
    tests: ofPasses.length + ofOthers.length,
    passTests: ofPasses.length,
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
  };
}
