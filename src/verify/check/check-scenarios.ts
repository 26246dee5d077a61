import {
  type Benchmark,
  type BenchmarkScenario,
  type HeldScenario,
  heldProblems,
} from "../../benchmark/index.ts";
import type { ScenarioProblem } from "../../scenario/index.ts";

import { missingForCode, readConditions } from "../scenarios/scenario-code.ts";

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
  const missing = await missingForCode(definition);
  const ofCode: readonly ScenarioProblem[] =
    missing === undefined ? [] : [{ place: "", message: missing, severity: "warning" }];
  return { definition, problems: [...heldProblems({ ...held, definition }), ...ofCode] };
}
