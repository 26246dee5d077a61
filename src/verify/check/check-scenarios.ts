import {
  type Benchmark,
  type BenchmarkScenario,
  type HeldScenario,
  heldProblems,
} from "../../benchmark/index.ts";
import { isSourceCode, type ScenarioProblem } from "../../scenario/index.ts";

/** A scenario of a benchmark as it would be run, and what is wrong with it. */
export interface ScenarioCheck {
  readonly definition: BenchmarkScenario;
  readonly problems: readonly ScenarioProblem[];
}

/** Every scenario of a benchmark with its problems. Nothing is run. */
export function checkScenarios({ content }: Pick<Benchmark, "content">): Promise<readonly ScenarioCheck[]> {
  return Promise.all(content.scenarios.map(checkScenario));
}

/**
 * A scenario with its problems; conditions in Python that are simple comparisons are read, and what is in them is checked like
 * any other. Nothing is run.
 */
export async function checkScenario(held: HeldScenario): Promise<ScenarioCheck> {
  const definition = await readConditions(held.definition);
  return { definition, problems: heldProblems({ ...held, definition }) };
}

/** The scenario with the conditions in Python that can be read; the very same where there is no code. */
export async function readConditions(definition: BenchmarkScenario): Promise<BenchmarkScenario> {
  if (!definition.edges.some(({ decide }) => isSourceCode(decide))) return definition;
  // imported where there is code to read
  const { withReadConditions } = await import("../../languages/index.ts");
  return withReadConditions(definition);
}
