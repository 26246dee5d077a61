import { type Benchmark, type BenchmarkScenario, scenarioProblems } from "../../benchmark/index.ts";
import { withReadConditions } from "../../languages/index.ts";
import { problemText, type ScenarioProblem } from "../../scenario/index.ts";

/** A scenario of a benchmark as it would be run, and what is wrong with it. */
export interface ScenarioCheck {
  readonly definition: BenchmarkScenario;
  readonly problems: readonly ScenarioProblem[];
}

/**
 * Every scenario with its problems; conditions in Python that are simple comparisons are read, and what is in them is checked
 * like any other. Nothing is run.
 */
export async function checkScenarios(
  benchmark: Pick<Benchmark, "getScenarios" | "scenarioProblems">,
): Promise<readonly ScenarioCheck[]> {
  return Promise.all(
    benchmark.getScenarios().map(async (held) => {
      const definition: BenchmarkScenario = await withReadConditions(held);
      const told = benchmark.scenarioProblems(held.name);
      if (definition === held) return { definition, problems: told };
      const before = textsOf(scenarioProblems(held));
      const now = scenarioProblems(definition);
      const after = textsOf(now);
      const left = told.filter(
        (problem) => !before.has(problemText(problem)) || after.has(problemText(problem)),
      );
      return {
        definition,
        problems: [...left, ...now.filter((problem) => !before.has(problemText(problem)))],
      };
    }),
  );
}

function textsOf(problems: readonly ScenarioProblem[]): ReadonlySet<string> {
  return new Set(problems.map(problemText));
}
