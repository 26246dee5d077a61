import { oneLine } from "../../../base/index.ts";
import { type BenchmarkScenario, templateIdOf } from "../../../benchmark/index.ts";
import {
  END,
  isSourceCode,
  problemText,
  type ScenarioProblem,
  scenarioGraph,
} from "../../../scenario/index.ts";
import { noTemplateId } from "../../../template/index.ts";
import { checkScenario } from "../../../verify/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { cutToColumns } from "../../report/columns.ts";
import { chosenScenario } from "./chosen-scenario.ts";
import type { ScenarioReadOptions } from "./scenario-commands.ts";

const longestQuestion = 70;

/** Shows a scenario and what is wrong with it. Nothing of it is run. */
export async function scenarioShow(
  file: string,
  name: string | undefined,
  options: ScenarioReadOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const benchmark = await loadBenchmark(file, io.workingDirectory);
  const scenario = chosenScenario(benchmark, name);
  const at = benchmark.getScenarios().indexOf(scenario);
  const held = benchmark.content.scenarios[at] ?? { definition: scenario, problems: [] };
  const { definition, problems } = await checkScenario(held);
  if (options.json) {
    const records = benchmark.toDict().scenarios;
    printJson(io, { scenario: Array.isArray(records) ? records[at] : null, problems });
    return 0;
  }
  for (const line of [...scenarioPage(definition), ...problems.map(problemLine)]) print(io, line);
  return 0;
}

function scenarioPage(scenario: BenchmarkScenario): readonly string[] {
  const { name, description, nodes, outcomes, turnLimit } = scenario;
  const { edges } = scenarioGraph(scenario);
  return [
    oneLine(name),
    ...(description === "" ? [] : [oneLine(description)]),
    ...(turnLimit === undefined ? [] : [`At most ${turnLimit} turns`]),
    "",
    "Nodes",
    ...nodes.map((node) => nodeLine(node, scenario.entryNode)),
    "",
    "Edges",
    ...(edges.length === 0 ? ["  none: the walk ends after the first turn"] : []),
    ...edges.map(({ source, target, label }, at) => {
      const handover = scenario.edges[at]?.handover;
      const parts = [
        ...(label === "" ? [] : [`when ${label}`]),
        ...(handover === undefined
          ? []
          : [`with ${typeof handover === "string" ? handover : "a handover by code"}`]),
      ];
      const ends = `${source} → ${target === END ? "the end" : target}`;
      return `  ${oneLine(parts.length === 0 ? ends : `${ends}, ${parts.join(", ")}`)}`;
    }),
    ...(outcomes.length === 0 ? [] : ["", "Outcomes"]),
    ...outcomes.map(
      ({ name: criterion, description: meaning }) =>
        `  ${oneLine(meaning === "" ? criterion : `${criterion}: ${meaning}`)}`,
    ),
  ];
}

function nodeLine(node: BenchmarkScenario["nodes"][number], entry: string): string {
  const { id, question, user, models, toolFilter, agentIdentity, stateUpdate } = node;
  const notes = [
    ...(id === entry ? ["the entry"] : []),
    ...(templateIdOf(question) === noTemplateId ? ["no template"] : []),
    ...(user === undefined ? [] : [`a simulated user, at most ${user.turnLimit} turns`]),
    ...(models?.answering === undefined ? [] : [`model ${models.answering}`]),
    ...(models?.parsing === undefined ? [] : [`judge ${models.parsing}`]),
    ...(agentIdentity === undefined ? [] : [`agent ${agentIdentity}`]),
    ...(toolFilter === undefined ? [] : ["fewer tools"]),
    ...(stateUpdate === undefined
      ? []
      : [isSourceCode(stateUpdate) ? `state update in ${stateUpdate.language}` : "state update"]),
  ];
  const text = cutToColumns(oneLine(question.question), longestQuestion);
  return oneLine(`${id}: ${text}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`).replace(/^/, "  ");
}

function problemLine(problem: ScenarioProblem): string {
  return oneLine(`${problem.severity}: ${problemText(problem)}`);
}
