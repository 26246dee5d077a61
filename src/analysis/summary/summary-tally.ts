import type { ScenarioExecutionResult, Walks } from "../../result/index.ts";
import type { Rubric } from "../../rubric/index.ts";
import {
  type ClusterBy,
  checkBreakdowns,
  createGrouper,
  type Grouper,
  type Grouping,
  type QuestionFacts,
} from "../grouping/grouping.ts";
import { traitDefinitions } from "../traits/trait-definitions.ts";
import { scenarioTally, type WalkSummary } from "../walks/scenario-tally.ts";
import type { CountedResult } from "./counted-result.ts";
import { type ModelDifference, modelDifferences } from "./model-differences.ts";
import { type ResultNumbers, resultTally } from "./result-tally.ts";
import { type RunFacts, runFacts } from "./run-facts.ts";

/** What is broken down where nothing else is asked for. */
export const usualGroupings: readonly Grouping[] = ["keyword", "author", "length"];

/** A run in numbers. */
export interface RunSummary extends ResultNumbers {
  /** Which questions, models and replicates there are. */
  readonly run: RunFacts;
  /** Walks through scenarios and their turns, which are counted nowhere else; null without any. */
  readonly scenarios: ScenarioSummary | null;
  /** Each of two to four answering models with each later one, over what both have; `compareModels` says more. */
  readonly differences: readonly ModelDifference[];
}

/** The scenarios of a run in numbers: walks, and the turns that they are made of. */
export interface ScenarioSummary extends WalkSummary {
  readonly turns: ResultNumbers & {
    /** Turns of walks that have not ended. */
    readonly unended: number;
  };
}

/** How to summarise. */
export interface SummaryOptions {
  /** Failures listed per category; further ones are only counted. Default 100. */
  readonly failuresPerCategory?: number;
  /**
   * The rubrics the results were judged by, the benchmark's and the questions': they know the scales of scores, the class
   * names of literal traits that are not an LLM's, and whether more is better.
   */
  readonly rubrics?: readonly Rubric[];
  /** The questions of the benchmark, for what results do not hold of them: author and custom properties. */
  readonly questions?: Iterable<QuestionFacts>;
  /** What the intervals take as one piece of evidence. Default `question`: replicates of one are not independent. */
  readonly cluster?: ClusterBy;
  /** What results are broken down by. Default keyword, author and length of the question. */
  readonly breakdowns?: readonly Grouping[];
  /** How many tasks the run has, as its log says: fewer results are of a run that did not end. Default: not known. */
  readonly tasks?: number | null;
  /** Unstable questions listed per pair of models. Default 20. */
  readonly unstableQuestions?: number;
  /** The walks through scenarios that have ended. Default those of the set, or file, that the results are in. */
  readonly walks?: Walks;
}

/** Failures listed per category where nobody says how many. */
export const usualFailures = 100;

/** Adds up the results and walks of a run. */
interface SummaryTally {
  readonly grouper: Grouper;
  /** `cluster` is what results that depend on one another share: usually their question. */
  add(result: CountedResult, cluster: string): void;
  addWalk(walk: ScenarioExecutionResult): void;
  summary(): RunSummary;
}

/** A summary of nothing yet. Its memory grows with the number of questions, scenarios and models, and with that of turns; not with that of other results. */
export function summaryTally(options: Omit<SummaryOptions, "cluster" | "walks">): SummaryTally {
  const groupings = options.breakdowns ?? usualGroupings;
  checkBreakdowns(groupings);
  const grouper = createGrouper(options.questions);
  const parts = {
    definitions: traitDefinitions(options.rubrics ?? []),
    grouper,
    groupings,
  };
  const listed = {
    failures: options.failuresPerCategory ?? usualFailures,
    unstable: options.unstableQuestions ?? 20,
  };
  const ofQuestions = resultTally(parts, listed);
  const ofTurns = resultTally(parts, listed);
  const walks = scenarioTally(listed.failures);
  const facts = runFacts(options.tasks ?? null);
  const differences = modelDifferences();
  const turnIds = new Set<string>();
  let hasWalks = false;
  return {
    grouper,
    add(result, cluster) {
      facts.add(result);
      if (result.scenarioId === null) {
        ofQuestions.add(result, cluster);
        differences.add(result, cluster);
      } else {
        ofTurns.add(result, result.scenarioId);
        if (result.turnId !== null) turnIds.add(result.turnId);
      }
    },
    addWalk(walk) {
      hasWalks = true;
      walks.add(walk);
      facts.addWalk();
      for (const { verificationResultId } of walk.history) turnIds.delete(verificationResultId ?? "");
    },
    summary() {
      const turns = ofTurns.numbers();
      const hasScenarios = hasWalks || turns.overall.results > 0;
      return {
        run: facts.facts(),
        ...ofQuestions.numbers(),
        scenarios: hasScenarios ? { ...walks.summary(), turns: { ...turns, unended: turnIds.size } } : null,
        differences: differences.differences(),
      };
    },
  };
}
