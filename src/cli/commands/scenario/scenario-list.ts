import { oneLine, pluralize } from "../../../base/index.ts";
import type { Benchmark } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import type { ScenarioReadOptions } from "./scenario-commands.ts";

/** Lists the scenarios of a benchmark. Nothing of them is run. */
export async function scenarioList(
  file: string,
  options: ScenarioReadOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const benchmark = await loadBenchmark(file, io.workingDirectory);
  if (options.json) printJson(io, { scenarios: scenarioRecords(benchmark) });
  else for (const line of scenarioLines(benchmark)) print(io, line);
  return 0;
}

/** What lists say of each scenario. */
export function scenarioRecords(benchmark: Benchmark) {
  return benchmark.getScenarios().map(({ name, description, nodes, edges, outcomes, entryNode }) => {
    const problems = benchmark.scenarioProblems(name);
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
  });
}

/** The same in lines. */
export function scenarioLines(benchmark: Benchmark): readonly string[] {
  const records = scenarioRecords(benchmark);
  if (records.length === 0) return ["It has no scenarios."];
  return records.map(({ name, nodes, edges, outcomes, errors, warnings }) => {
    const parts = [pluralize(nodes, "node"), pluralize(edges, "edge"), pluralize(outcomes, "outcome")];
    if (errors > 0) parts.push(pluralize(errors, "error"));
    if (warnings > 0) parts.push(pluralize(warnings, "warning"));
    return `  ${oneLine(name) || "(no name)"}: ${parts.join(", ")}`;
  });
}
