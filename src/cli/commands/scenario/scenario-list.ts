import { oneLine, pluralize } from "../../../base/index.ts";
import { checkScenarios, type ScenarioCheck } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import type { ScenarioReadOptions } from "./scenario-commands.ts";

/** Lists the scenarios of a benchmark. Nothing of them is run. */
export async function scenarioList(
  file: string,
  options: ScenarioReadOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const scenarios = await checkScenarios(await loadBenchmark(file, io.workingDirectory));
  if (options.json) printJson(io, { scenarios: scenarios.map(scenarioRecord) });
  else if (scenarios.length === 0) print(io, "It has no scenarios.");
  else for (const line of scenarioLines(scenarios)) print(io, line);
  return 0;
}

/** What lists say of a scenario. */
function scenarioRecord({ definition, problems }: ScenarioCheck) {
  const { name, description, nodes, edges, outcomes, entryNode } = definition;
  const count = (severity: string) => problems.filter((one) => one.severity === severity).length;
  return {
    name,
    description,
    entry: entryNode,
    nodes: nodes.length,
    edges: edges.length,
    outcomes: outcomes.length,
    errors: count("error"),
    warnings: count("warning"),
  };
}

/** The same in lines. */
export function scenarioLines(scenarios: readonly ScenarioCheck[]): readonly string[] {
  return scenarios.map(scenarioRecord).map(({ name, nodes, edges, outcomes, errors, warnings }) => {
    const parts = [pluralize(nodes, "node"), pluralize(edges, "edge"), pluralize(outcomes, "outcome")];
    if (errors > 0) parts.push(pluralize(errors, "error"));
    if (warnings > 0) parts.push(pluralize(warnings, "warning"));
    return `  ${oneLine(name) || "(no name)"}: ${parts.join(", ")}`;
  });
}
