import type { JsonObject } from "../../base/index.ts";
import { problemText, type ScenarioProblem } from "../../scenario/index.ts";
import type { JsonEntries } from "../json/json-tree.ts";
import type { BenchmarkScenario } from "./make-definition.ts";
import { scenarioProblems } from "./scenario-problems.ts";

/** A scenario as a benchmark holds it. */
export interface HeldScenario {
  readonly definition: BenchmarkScenario;
  /** What its file has that cannot be used as it stands; empty for one made by a program. */
  readonly problems: readonly ScenarioProblem[];
  /** Its node in a checkpoint, written back as it was. */
  readonly tree?: JsonEntries | undefined;
  /** What a YAML file says of it. */
  readonly form?: JsonObject | undefined;
}

/** Everything about a scenario that is not as it should be: of its file, and of what was read of it. */
export function heldProblems({ definition, problems }: HeldScenario): readonly ScenarioProblem[] {
  const known = new Set(problems.map(problemText));
  const found = scenarioProblems(definition).filter((problem) => !known.has(problemText(problem)));
  return [...problems, ...found];
}
