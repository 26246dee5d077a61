import type { BenchmarkScenario } from "../../benchmark/index.ts";
import {
  type CodeTask,
  edgePlace,
  isSourceCode,
  nodePlace,
  outcomePlace,
  type SourceCode,
} from "../../scenario/index.ts";

/** Code of a scenario with its place. */
export interface PlacedCode {
  readonly place: string;
  readonly task: CodeTask;
  readonly code: SourceCode;
}

/** The code that a scenario from a file brings. */
export function scenarioCode({ nodes, edges, outcomes }: BenchmarkScenario): readonly PlacedCode[] {
  const found: PlacedCode[] = [];
  const add = (place: string, task: CodeTask, code: object | string | undefined) => {
    if (isSourceCode(code)) found.push({ place, task, code });
  };
  for (const { id, stateUpdate } of nodes) add(nodePlace(id), "state_update", stateUpdate);
  for (const [at, edge] of edges.entries()) {
    add(edgePlace(at, edge), "condition", edge.decide);
    add(edgePlace(at, edge), "handover", edge.handover);
  }
  for (const { name, evaluate } of outcomes) add(outcomePlace(name), "outcome", evaluate);
  return found;
}

/**
 * Why the code of a scenario cannot be run on this machine; undefined: it can, or there is none. Conditions that are simple
 * comparisons should have been read before.
 */
export async function missingForCode(scenario: BenchmarkScenario): Promise<string | undefined> {
  const python = scenarioCode(scenario).filter(({ code }) => code.language === "Python");
  if (python.length === 0) return undefined;
  // imported where there is code to run
  const { runsPython } = await import("../../languages/index.ts");
  if (await runsPython()) return undefined;
  const places = [...new Set(python.map(({ place }) => place))].join(", ");
  return `it cannot be run: its Python code (${places}) needs the package pyodide, which is not installed: npm install pyodide`;
}

/** The scenario with the conditions in Python that can be read; the very same where there is no code. */
export async function readConditions(definition: BenchmarkScenario): Promise<BenchmarkScenario> {
  if (!definition.edges.some(({ decide }) => isSourceCode(decide))) return definition;
  // imported where there is code to read
  const { withReadConditions } = await import("../../languages/index.ts");
  return withReadConditions(definition);
}
