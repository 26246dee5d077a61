import {
  END,
  type ScenarioDefinition,
  type ScenarioEdge,
  type StateCheck,
} from "../definition/scenario-definition.ts";

/** What is drawn of a node. */
export interface DrawnNode {
  readonly id: string;
  readonly kind: "question" | "user" | "end" | "missing";
  readonly isEntry: boolean;
}

/** What is drawn of an edge. */
export interface DrawnEdge {
  readonly source: string;
  readonly target: string;
  /** Empty: the way on when no other one is. */
  readonly label: string;
}

/** A scenario as a graph to draw. The end is a node where an edge leads to it, and so is what an edge names and is not there. */
export interface ScenarioGraph {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
}

/** See {@link ScenarioGraph}. */
export function scenarioGraph({ nodes, edges, entryNode }: ScenarioDefinition): ScenarioGraph {
  const known = nodes.map(
    ({ id, user }): DrawnNode => ({
      id,
      kind: user === undefined ? "question" : "user",
      isEntry: id === entryNode,
    }),
  );
  const ids = new Set(nodes.map(({ id }) => id));
  const named = new Set(edges.flatMap(({ source, target }) => [source, target]).filter((id) => !ids.has(id)));
  const others = [...named].map(
    (id): DrawnNode => ({ id, kind: id === END ? "end" : "missing", isEntry: false }),
  );
  return {
    nodes: [...known, ...others],
    edges: edges.map((edge) => ({ source: edge.source, target: edge.target, label: edgeLabel(edge) })),
  };
}

/** A condition as a reader says it. */
function edgeLabel({ when, decide, unusable }: ScenarioEdge): string {
  const parts = [
    ...when.map(checkLabel),
    ...(decide === undefined ? [] : ["by code"]),
    ...(unusable === undefined ? [] : ["not readable"]),
  ];
  return parts.join(" and ");
}

const signs: ReadonlyMap<string, readonly [inclusive: string, exclusive: string]> = new Map([
  ["min", ["≥", ">"]],
  ["max", ["≤", "<"]],
]);

function checkLabel({ field, expected, verifyWith }: StateCheck): string {
  const { type, ...parameters } = verifyWith;
  if (type === "NumericRange") {
    const bounds = [...signs].flatMap(([name, [inclusive, exclusive]]) => {
      const bound = parameters[name];
      const isExclusive = parameters[name === "min" ? "exclusiveMin" : "exclusiveMax"] === true;
      return bound === undefined || bound === null ? [] : [`${isExclusive ? exclusive : inclusive} ${bound}`];
    });
    return `${field} ${bounds.join(" and ")}`;
  }
  const value = typeof expected === "string" ? expected : JSON.stringify(expected);
  return plain.has(type) ? `${field} = ${value}` : `${field} ${type} ${value}`;
}

/** Primitives by which values are simply equal. */
const plain: ReadonlySet<string> = new Set(["BooleanMatch", "ExactMatch", "NumericExact", "LiteralMatch"]);
