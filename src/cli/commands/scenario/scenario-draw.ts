import path from "node:path";
import { KareninaError, writeFileAtomically } from "../../../base/index.ts";
import { withReadConditions } from "../../../languages/index.ts";
import {
  isDrawable,
  mermaidText,
  mostDrawn,
  type ScenarioGraph,
  scenarioGraph,
  svgText,
} from "../../../scenario/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { chosenScenario } from "./chosen-scenario.ts";
import type { ScenarioDrawOptions } from "./scenario-commands.ts";

function refuseTooLarge(graph: ScenarioGraph): void {
  if (isDrawable(graph)) return;
  const { nodes, edges } = graph;
  throw new KareninaError(
    "invalid_input",
    `Pictures have up to ${mostDrawn.nodes} nodes and ${mostDrawn.edges} edges; this scenario has ${nodes.length} and ${edges.length}.`,
    { hint: "Draw it with --format mermaid." },
  );
}

/** The endings of files by what is drawn in them. */
const endings = { svg: [".svg"], mermaid: [".mmd", ".mermaid", ".md", ".txt"] } as const;
type Format = keyof typeof endings;

/** How a file is drawn, as its name ends. Throws `invalid_input` for an ending that is no such drawing's. */
function formatOf(output: string, given: Format | undefined): Format {
  const ending = path.extname(output).toLowerCase();
  const formats = given === undefined ? (["svg", "mermaid"] as const) : ([given] as const);
  const format = formats.find((one) => endings[one].some((known) => known === ending));
  if (format !== undefined) return format;
  if (given !== undefined && ending === "") return given;
  const known = formats.map((one) => `${endings[one].join(", ")} (${one})`).join(", ");
  const found = ending === "" ? "no ending" : JSON.stringify(ending);
  throw new KareninaError(
    "invalid_input",
    `Expected a file that ends in ${known}, found ${found}: ${output}.`,
    {
      hint: "Pictures are SVG; other programs turn them into PNG or PDF.",
    },
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
  const format = output === undefined ? (options.format ?? "mermaid") : formatOf(output, options.format);
  const scenario = chosenScenario(await loadBenchmark(file, io.workingDirectory), name);
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
