import { KareninaError } from "../../base/index.ts";
import type { Benchmark, BenchmarkScenario, Question } from "../../benchmark/index.ts";
import { problemText, type ScenarioProblem } from "../../scenario/index.ts";

/** What of a benchmark is run. */
export interface RunSelection {
  /** Ids of questions. */
  readonly questionIds?: readonly string[] | undefined;
  /** Names of scenarios; an empty list: none. Where questions are named and no scenarios, none is run, and the other way round. */
  readonly scenarios?: readonly string[] | undefined;
}

/** What can be done with a benchmark of scenarios. */
export const scenarioHint =
  "Look at them with `karenina scenario show` and `karenina scenario draw`, run them with `karenina verify`.";

/**
 * The questions of a run, in the benchmark's order: those with the given ids, else all that are finished.
 *
 * @throws KareninaError `invalid_input` for an id that does not exist, and when there is nothing to run.
 */
export function selectedQuestions(
  benchmark: Benchmark,
  { questionIds: ids, scenarios }: RunSelection,
): readonly Question[] {
  const { questions } = benchmark.content;
  if (ids === undefined) {
    if (scenarios !== undefined && scenarios.length > 0) return [];
    const finished = questions.filter((question) => question.finished);
    if (finished.length > 0 || (scenarios === undefined && benchmark.scenarioCount > 0)) return finished;
    throw new KareninaError(
      "invalid_input",
      `The benchmark "${benchmark.name}" has no finished question; it has ${questions.length} in all.`,
      {
        hint: "`karenina draft FILE` drafts templates for questions that have none, `karenina review FILE` marks questions as finished. Or name the ones to run.",
      },
    );
  }
  const wanted = new Set(ids.map((id) => benchmark.getQuestion(id).id));
  if (wanted.size === 0 && (scenarios ?? []).length === 0)
    throw new KareninaError("invalid_input", "No question was selected.");
  return questions.filter((question) => wanted.has(question.id));
}

/**
 * The scenarios of a run, in the benchmark's order: those with the given names, else all where no questions are named.
 *
 * @throws KareninaError `invalid_input` for a name that does not exist, and for scenarios that cannot be run, with what is wrong.
 */
export function selectedScenarios(
  benchmark: Benchmark,
  { questionIds, scenarios: names }: RunSelection,
): readonly BenchmarkScenario[] {
  const all = benchmark.getScenarios();
  const wanted =
    names === undefined ? undefined : new Set(names.map((name) => benchmark.getScenario(name).name));
  const selected =
    wanted === undefined
      ? questionIds === undefined
        ? all
        : []
      : all.filter(({ name }) => wanted.has(name));
  for (const { name } of selected) refuseProblems(name, benchmark.scenarioProblems(name));
  return selected;
}

/** Refuses a scenario that cannot be run as it stands. */
export function refuseProblems(name: string, problems: readonly ScenarioProblem[]): void {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length === 0) return;
  throw new KareninaError(
    "invalid_input",
    `The scenario ${JSON.stringify(name)} cannot be run:\n${errors.map((problem) => `  - ${problemText(problem)}`).join("\n")}`,
    { hint: "Mend it, or name the questions and scenarios to run." },
  );
}
