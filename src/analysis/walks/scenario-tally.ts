import { displayString, type ScenarioExecutionResult, shortModelName, walkId } from "../../result/index.ts";
import { countedReasons, type ReasonCount } from "../counted-reasons.ts";
import { type WalkNumbers, type WalkTally, walkTally } from "./walk-numbers.ts";
import { cutShortReason, isSuccessful, walkReasons } from "./walk-verdict.ts";

/** The walks of one answering model with one judge. */
export interface WalkPair extends WalkNumbers {
  /** Display string; null where the file does not say. */
  readonly answering: string | null;
  /** Display string; null where the file does not say. */
  readonly parsing: string | null;
}

/** How often walks through a scenario took a way. */
export interface WalkPath {
  readonly path: readonly string[];
  readonly walks: number;
  /** Those of them that were successful. */
  readonly successful: number;
}

/** The walks through one scenario, of all models. */
export interface ScenarioNumbers {
  readonly scenario: string;
  readonly walks: number;
  readonly successful: number;
  /** Most frequent first; at most {@link mostPaths}. */
  readonly paths: readonly WalkPath[];
  /** Walks on ways beyond those. */
  readonly otherPaths: number;
}

/** A walk that was no success, with why. */
export interface FailedWalk extends Pick<ScenarioExecutionResult, "status" | "path" | "replicate"> {
  readonly scenario: string;
  /** The answering model's id in the configuration, or else its name; null where the file does not say. */
  readonly model: string | null;
  /** The same of the judge. */
  readonly judge: string | null;
  /** Whole sentences, see `walkReasons`. */
  readonly reasons: readonly string[];
}

/** One reason why walks did not come to their end, however often. */
export interface CutShortReason extends ReasonCount {
  readonly status: Exclude<ScenarioExecutionResult["status"], "completed">;
  /** What kind of failure it is, and what found it; null: no failure ended them, or the file does not say. */
  readonly category: string | null;
  readonly stage: string | null;
  /** In the words of the first; others may differ in numbers, times and names of requests. */
  readonly reason: string;
  /** The first walk that it ended: its scenario, the node where it stood, null where nobody knows, and its `walkId`. */
  readonly scenario: string;
  readonly node: string | null;
  readonly walk: string;
}

/** The walks of a run in numbers. */
export interface WalkSummary {
  readonly overall: WalkNumbers;
  /** In order of first appearance. */
  readonly pairs: readonly WalkPair[];
  /** In order of first appearance. */
  readonly scenarios: readonly ScenarioNumbers[];
  /** The first walks that were no success; `overall.successful` tells how many there are in all. */
  readonly failed: readonly FailedWalk[];
  /** Walks that did not come to their end. */
  readonly cutShort: {
    readonly count: number;
    /** Each distinct reason once, most frequent first, see `countedReasons`. */
    readonly reasons: readonly CutShortReason[];
    /** Walks that did not for reasons beyond those. */
    readonly otherReasons: number;
  };
}

/** Ways of a scenario that are listed. */
const mostPaths = 20;

/** Adds up the walks of a run, in memory that grows with scenarios, models, and ways that were taken. */
export function scenarioTally(mostFailed: number): {
  add(walk: ScenarioExecutionResult): void;
  summary(): WalkSummary;
} {
  const overall = walkTally();
  const pairs = new Map<string, Pick<WalkPair, "answering" | "parsing"> & { readonly tally: WalkTally }>();
  const scenarios = new Map<
    string,
    Map<string, { path: readonly string[]; walks: number; successful: number }>
  >();
  const failed: FailedWalk[] = [];
  const cutShort = countedReasons<Omit<CutShortReason, keyof ReasonCount>>();

  function addCutShort(walk: ScenarioExecutionResult, status: CutShortReason["status"]): void {
    const { scenarioId: scenario, terminalFailure, path, answering } = walk;
    const { category = null, stage = null, nodeId } = terminalFailure ?? {};
    const reason = cutShortReason(walk);
    const first = {
      status,
      category,
      stage,
      reason,
      scenario,
      node: nodeId ?? path.at(-1) ?? null,
      walk: walkId(walk),
    };
    cutShort.add(
      first,
      [status, category, stage],
      answering === null ? "unknown model" : shortModelName(answering),
    );
  }

  return {
    add(walk) {
      const [answering, parsing] = [walk.answering, walk.parsing].map(
        (model) => model && displayString(model),
      );
      const key = JSON.stringify([answering, parsing]);
      const pair = pairs.get(key) ?? {
        answering: answering ?? null,
        parsing: parsing ?? null,
        tally: walkTally(),
      };
      pairs.set(key, pair);
      pair.tally.add(walk);
      overall.add(walk);
      const paths = scenarios.get(walk.scenarioId) ?? new Map();
      scenarios.set(walk.scenarioId, paths);
      const name = JSON.stringify(walk.path);
      const way = paths.get(name) ?? { path: walk.path, walks: 0, successful: 0 };
      paths.set(name, way);
      way.walks++;
      if (isSuccessful(walk)) way.successful++;
      else if (failed.length < mostFailed) failed.push(failedWalk(walk));
      if (walk.status !== "completed") addCutShort(walk, walk.status);
    },
    summary: () => ({
      overall: overall.numbers(),
      pairs: Array.from(pairs.values(), ({ tally, ...models }) => ({ ...models, ...tally.numbers() })),
      scenarios: Array.from(scenarios, ([scenario, paths]) => scenarioNumbers(scenario, [...paths.values()])),
      failed,
      cutShort: { count: cutShort.count(), reasons: cutShort.reasons(), otherReasons: cutShort.others() },
    }),
  };
}

function scenarioNumbers(scenario: string, ways: readonly WalkPath[]): ScenarioNumbers {
  const sum = (some: readonly WalkPath[], of: "walks" | "successful") =>
    some.reduce((total, way) => total + way[of], 0);
  const paths = ways.toSorted((left, right) => right.walks - left.walks);
  return {
    scenario,
    walks: sum(ways, "walks"),
    successful: sum(ways, "successful"),
    paths: paths.slice(0, mostPaths),
    otherPaths: sum(paths.slice(mostPaths), "walks"),
  };
}

function failedWalk(walk: ScenarioExecutionResult): FailedWalk {
  const { scenarioId: scenario, status, path, replicate, answering, parsing } = walk;
  return {
    ...{ scenario, status, path, replicate },
    model: answering && shortModelName(answering),
    judge: parsing && shortModelName(parsing),
    reasons: walkReasons(walk),
  };
}
