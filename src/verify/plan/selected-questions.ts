import { KareninaError } from "../../base/index.ts";
import type { Benchmark, Question } from "../../benchmark/index.ts";

/** What can be done with a benchmark of scenarios. */
export const scenarioHint =
  "Look at them with `karenina scenario show` and `karenina scenario draw`; to ask the questions beside them, name those.";

/**
 * The questions of a run, in the benchmark's order: those with the given ids, else all that are finished.
 *
 * @throws KareninaError `invalid_input` for an id that does not exist, and when there is nothing to run.
 */
export function selectedQuestions(
  benchmark: Benchmark,
  ids: readonly string[] | undefined,
): readonly Question[] {
  const { questions } = benchmark.content;
  if (ids === undefined) {
    if (benchmark.scenarioNote !== undefined)
      throw new KareninaError(
        "invalid_input",
        `The benchmark "${benchmark.name}" holds ${benchmark.scenarioNote}.`,
        { hint: scenarioHint },
      );
    const finished = questions.filter((question) => question.finished);
    if (finished.length > 0) return finished;
    throw new KareninaError(
      "invalid_input",
      `The benchmark "${benchmark.name}" has no finished question; it has ${questions.length} in all.`,
      { hint: "Mark questions as finished, or name the ones to run." },
    );
  }
  const wanted = new Set(ids.map((id) => benchmark.getQuestion(id).id));
  if (wanted.size === 0) throw new KareninaError("invalid_input", "No question was selected.");
  return questions.filter((question) => wanted.has(question.id));
}
