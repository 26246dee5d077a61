import type { CountedResult } from "./counted-result.ts";

/** A model as tables call it, and in full. */
export interface NamedModel {
  /** Its id in the configuration, or else its name; the display string where another model has the same. */
  readonly model: string;
  /** Display string. */
  readonly name: string;
}

/** What the results are of. */
export interface RunFacts {
  /** Different questions, those of scenarios left out. */
  readonly questions: number;
  /** Tasks that have a result: results that are no turns, and walks that have ended. */
  readonly finished: number;
  /** How many tasks the run has: with fewer that are finished it did not end. Null where nobody says so. */
  readonly tasks: number | null;
  /** Rows and lines of its file that are no results and are in no number; of results that are no file's, 0. */
  readonly unreadable: number;
  /** Different replicate numbers; 0 in a run of one replicate. */
  readonly replicates: number;
  /** As results have them, such as `template_only`; in order of first appearance. */
  readonly evaluationModes: readonly string[];
  /** The models under test, in order of first appearance. */
  readonly answering: readonly NamedModel[];
  /** The judges. */
  readonly parsing: readonly NamedModel[];
}

/** Finds out what results are of, one at a time; keeps question ids and names of models. */
export function runFacts(tasks: number | null): {
  add(result: CountedResult): void;
  addWalk(): void;
  facts(): RunFacts;
} {
  let finished = 0;
  const questions = new Set<string>();
  const replicates = new Set<number>();
  const modes = new Set<string>();
  const answering = new Map<string, string>();
  const parsing = new Map<string, string>();
  return {
    add(result) {
      if (result.scenarioId === null) {
        finished++;
        questions.add(result.questionId);
      }
      if (result.replicate !== null) replicates.add(result.replicate);
      if (result.evaluationMode !== null) modes.add(result.evaluationMode);
      answering.set(result.answering, result.model);
      parsing.set(result.parsing, result.judge);
    },
    addWalk() {
      finished++;
    },
    facts: () => ({
      questions: questions.size,
      finished,
      tasks,
      unreadable: 0,
      replicates: replicates.size,
      evaluationModes: [...modes],
      answering: namedModels(answering),
      parsing: namedModels(parsing),
    }),
  };
}

function namedModels(shortOf: ReadonlyMap<string, string>): readonly NamedModel[] {
  const shorts = [...shortOf.values()];
  return Array.from(shortOf, ([name, short]) => ({
    model: shorts.filter((other) => other === short).length === 1 ? short : name,
    name,
  }));
}
