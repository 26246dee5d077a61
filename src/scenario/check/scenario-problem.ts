import { askNearest } from "../../base/index.ts";
import type { AskedQuestion, ScenarioDefinition } from "../definition/scenario-definition.ts";
import { edgeName } from "../walk/next-edge.ts";

/** Something about a scenario that is not as it should be. */
export interface ScenarioProblem {
  /** Such as `node "asks"`, `edge 3 (asks → pays)`, `outcome "refunded"`; empty for the scenario itself. */
  readonly place: string;
  /** What was expected and what was found. */
  readonly message: string;
  /** A scenario with errors cannot be run; warnings are told. */
  readonly severity: "error" | "warning";
}

/** Collects problems, so that all of them are told at once. */
export type Tell = (place: string, message: string, severity?: ScenarioProblem["severity"]) => void;

/** A list, and what adds to it; what is told without a severity is an error. */
export function toldProblems(): { readonly problems: readonly ScenarioProblem[]; readonly tell: Tell } {
  const problems: ScenarioProblem[] = [];
  return {
    problems,
    tell: (place, message, severity = "error") => void problems.push({ place, message, severity }),
  };
}

/** A problem as one line. */
export function problemText({ place, message }: ScenarioProblem): string {
  return place === "" ? message : `${place}: ${message}`;
}

/** Names are compared with so many at most: files may hold any number of both. */
const mostCompared = 200;

/** Asks whether a name like it was meant, as the end of a sentence. */
export function askNear(given: string, known: readonly string[]): string {
  return known.length > mostCompared ? "" : askNearest(given, known);
}

/** A scenario for messages. */
export const scenarioPlace = (name: string) => `scenario ${JSON.stringify(name)}`;

/** A node for messages. */
export const nodePlace = (id: string) => `node ${JSON.stringify(id)}`;

/** The questions of the nodes of scenarios, in order, each with its place for messages, such as `scenario "refund" node "asks"`. */
export function placedNodes<Question extends AskedQuestion>(
  scenarios: readonly Pick<ScenarioDefinition<Question>, "name" | "nodes">[],
): readonly { readonly place: string; readonly question: Question }[] {
  return scenarios.flatMap(({ name, nodes }) =>
    nodes.map(({ id, question }) => ({ place: `${scenarioPlace(name)} ${nodePlace(id)}`, question })),
  );
}

/** An edge for messages, by its place from 1. */
export function edgePlace(at: number, edge: Parameters<typeof edgeName>[0]): string {
  return `edge ${at + 1} (${edgeName(edge)})`;
}

/** An outcome criterion for messages. */
export const outcomePlace = (name: string) => `outcome ${JSON.stringify(name)}`;
