import type { JudgeReliability, PairNumbers, ReplicateNumbers, StageNumbers } from "../../analysis/index.ts";
import type { Outcome } from "../../result/index.ts";
import type { ResultView } from "../view/result-view.ts";
import type { FileView } from "./captured-files.ts";
import type { ComparisonView } from "./comparison-view.ts";
import type { CutShortView, FailuresView } from "./merge-failures.ts";
import type { PersonsView } from "./persons-view.ts";
import type { IndexedScenario, IndexedWalk, WalksView } from "./walks-view.ts";

/** What a report says of the whole: what its first page shows. */
export interface ReportSummary {
  readonly title: string;
  /** ISO 8601 in UTC. */
  readonly generatedAt: string;
  /** Of the program that wrote it. */
  readonly version: string;
  readonly runs: readonly RunView[];
  /** In the order of runs, and of appearance in them. */
  readonly subjects: readonly SubjectView[];
  /** With whom tokens and cost stand of answers that several judges share; empty: there are none, or neither is known. */
  readonly sharedAnswers: readonly string[];
  /** Which questions pass@k leaves out, and why, see `leftOutTexts`; empty: none. */
  readonly leftOut: readonly string[];
  /** Null where there is nothing to compare with. */
  readonly comparison: ComparisonView | null;
  /** How far judges agree, of each run that has several. */
  readonly judges: readonly JudgesView[];
  /** What persons would find in place of judges, of each judge whose answers they labelled. */
  readonly persons: readonly PersonsView[];
  /** Most frequent category first. */
  readonly failures: readonly FailuresView[];
  /** The same of turns of walks. */
  readonly turnFailures: readonly FailuresView[];
  /** Walks that did not come to their end, and why. */
  readonly cutShort: readonly CutShortView[];
  readonly results: number;
  /** Of each run that has walks through scenarios. */
  readonly walks: readonly WalksView[];
  /** Where the details are when they are not in the page: a folder beside it. */
  readonly detailsFolder: string | null;
}

/** A run that a report is made of. */
export interface RunView {
  readonly name: string;
  readonly benchmark: string | null;
  /** ISO 8601 in UTC; null where the file does not say. */
  readonly startedAt: string | null;
  readonly results: number;
  /** That it did not end, in words; null for one that did, or where nobody knows. */
  readonly unfinished: string | null;
}

/** What several judges of a run said of the same answers. */
export interface JudgesView {
  /** Name of the run. */
  readonly run: string;
  readonly judges: readonly string[];
  /** The verdict, then fields and traits that judges differ on, what most hangs on first. */
  readonly between: JudgeReliability["between"];
  /** The fields and traits of which no answer was judged differently. */
  readonly agreeing: readonly string[];
  /** The results of the run where they are too many for this to be worked out; null otherwise. */
  readonly tooMany: number | null;
}

/** An answering model with a judge in a run. */
export interface SubjectView {
  /** Place of its run. */
  readonly run: number;
  /** What tells it from the others, as short as may be. */
  readonly name: string;
  /** Display string. */
  readonly answering: string;
  /** The model alone, where it was asked with several prompts of the run; else as `answering`. */
  readonly model: string;
  /** The prompt of the run that it was asked with; null: none. */
  readonly prompt: string | null;
  /** Display string. */
  readonly parsing: string;
  /** Of its answers to questions; of a model that was asked in scenarios only, of its turns. */
  readonly numbers: PairNumbers;
  readonly isOfTurns: boolean;
  /** Null where no question has two verdicts. */
  readonly replicates: ReplicateNumbers | null;
  readonly stages: readonly StageNumbers[];
  /** US dollars; an answer that judges share counts in full for each of them. Null where a part is not known. */
  readonly costPerResult: number | null;
}

/** What lists, filters and grids need of every result, a column each. */
export interface ReportIndex {
  readonly questions: readonly IndexedQuestion[];
  readonly keywords: readonly string[];
  /** Outcomes by their place in this list. */
  readonly outcomes: readonly Outcome[];
  /** The first result of each block of details, ascending. */
  readonly blocks: readonly number[];
  readonly results: {
    readonly id: readonly string[];
    readonly question: readonly number[];
    readonly subject: readonly number[];
    readonly replicate: readonly (number | null)[];
    readonly outcome: readonly number[];
    readonly credit: readonly (number | null)[];
    /** Why it is no pass, or what was read, in one line. */
    readonly note: readonly string[];
  };
  readonly traits: readonly IndexedTrait[];
  /** In the order of runs, and of their files. */
  readonly walks: readonly IndexedWalk[];
  /** What of the scenarios is drawn. */
  readonly scenarios: readonly IndexedScenario[];
  /** Graphs with ways that walks took, as SVG. */
  readonly pictures: readonly string[];
}

/** A question with what it may be filtered by. */
export interface IndexedQuestion {
  readonly id: string;
  readonly text: string;
  /** Places of its keywords. */
  readonly keywords: readonly number[];
  /** True for what was asked in turns of walks, which is no question of the run. */
  readonly isTurn: boolean;
}

/** The values of a trait by result. */
export interface IndexedTrait {
  readonly trait: string;
  readonly labels: readonly string[];
  /** For each result the place of its label; -1: it has none. */
  readonly values: readonly number[];
}

/** What is opened of a result: its page, and the files that an agent left. */
export interface ResultDetail extends ResultView {
  readonly files: readonly FileView[];
}
