import type { Calibration, Comparison, GateVerdict, RunSummary } from "../analysis/index.ts";
import type { Results, Walks } from "../result/index.ts";

/** A run with what is told of it: what Markdown, JUnit and annotations are made of. */
export interface RunReport {
  /** The benchmark's name, or that of the file. */
  readonly name: string;
  readonly summary: RunSummary;
  /** The baseline with this run, where one was given. */
  readonly comparison: Comparison | undefined;
  /** Empty where none were given. */
  readonly gates: readonly GateVerdict[];
  /** Its judges against labels of persons; left out: none were given. */
  readonly calibration?: Calibration | undefined;
  /** How far judges agree, and what persons would find, a sentence each; empty where there is nothing to tell. */
  readonly judges: readonly string[];
  /** The results, as often as they are asked for. */
  readonly read: () => Results;
  /** The walks through scenarios, likewise; left out: the run has none. */
  readonly walks?: () => Walks;
  /** The place of a question in the run, as far as it is known. */
  readonly placeOf: (questionId: string) => number | undefined;
  /** Where a question begins in the file of the benchmark, its line from 1; left out: nobody knows. */
  readonly sourceOf?: ((questionId: string) => QuestionSource | undefined) | undefined;
}

/** A line of a file. */
export interface QuestionSource {
  readonly file: string;
  readonly line: number;
}

/** `#12 What is the target?`; without a place, the text alone. */
export function questionTitle(
  { questionId, questionText }: { readonly questionId: string; readonly questionText: string },
  { placeOf }: Pick<RunReport, "placeOf">,
): string {
  const place = placeOf(questionId);
  return place === undefined ? questionText : `#${place} ${questionText}`;
}
