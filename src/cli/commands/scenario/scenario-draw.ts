import path from "node:path";
import { KareninaError, writeFileAtomically } from "../../../base/index.ts";
import { withReadConditions } from "../../../languages/index.ts";
import { mermaidText, type ScenarioGraph, scenarioGraph, svgText } from "../../../scenario/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { chosenScenario } from "./chosen-scenario.ts";
import type { ScenarioDrawOptions } from "./scenario-commands.ts";

/** Nobody can read a larger picture, and laying it out takes long. */
const mostDrawn = { nodes: 300, edges: 1000 };

function refuseTooLarge({ nodes, edges }: ScenarioGraph): void {
  if (nodes.length <= mostDrawn.nodes && edges.length <= mostDrawn.edges) return;
  throw new KareninaError(
    "invalid_input",
    `Pictures have up to ${mostDrawn.nodes} nodes and ${mostDrawn.edges} edges; this scenario has ${nodes.length} and ${edges.length}.`,
    { hint: "Draw it with --format mermaid." },
  );
}

/** Draws the graph of a scenario, to a file or to the terminal. */
export async function scenarioDraw(
  file: string,
  name: string | undefined,
  options: ScenarioDrawOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { output } = options;
  const scenario = chosenScenario(await loadBenchmark(file, io.workingDirectory), name);
  const format = options.format ?? (output?.toLowerCase().endsWith(".svg") ? "svg" : "mermaid");
  const graph = scenarioGraph(await withReadConditions(scenario));
  if (format === "svg") refuseTooLarge(graph);
  const text = format === "svg" ? svgText(graph, scenario.name) : mermaidText(graph);
  if (output === undefined) print(io, text.trimEnd());
  else {
    await writeFileAtomically(path.resolve(io.workingDirectory, output), text);
    print(io, `Drawn in ${output}`);
  }
  return 0;
}
