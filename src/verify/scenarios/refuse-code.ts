import { messageOf } from "../../base/index.ts";
import type { BenchmarkScenario } from "../../benchmark/index.ts";
import type { ScenarioCode } from "../../languages/index.ts";
import type { ScenarioProblem } from "../../scenario/index.ts";
import { scenarioCode } from "./scenario-code.ts";
import { refuseProblems } from "./selected-questions.ts";

/**
 * Loads the code of a scenario, so that none fails in the middle of a walk because it cannot be run at all.
 *
 * @throws KareninaError `invalid_input` that lists every problem
 */
export async function refuseCode(scenario: BenchmarkScenario, runner: ScenarioCode): Promise<void> {
  const problems: ScenarioProblem[] = [];
  for (const { place, task, code } of scenarioCode(scenario)) {
    const error = await runner.check(task, code).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    if (error !== undefined) problems.push({ place, message: messageOf(error), severity: "error" });
  }
  refuseProblems(scenario.name, problems);
}
