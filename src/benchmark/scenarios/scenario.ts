import { type END, firstNode } from "../../scenario/index.ts";
import {
  type BenchmarkScenario,
  makeDefinition,
  refuse,
  type ScenarioOptions,
  type WrittenEdge,
  type WrittenOutcome,
  type WrittenScenario,
} from "./make-definition.ts";
import type {
  EdgeInput,
  EdgeOptions,
  FieldsOfNode,
  FieldsOfNodes,
  NodeFields,
  OutcomeInput,
  ScenarioNodeInput,
} from "./node-types.ts";
import { fittingParts } from "./read-parts.ts";
import { checkWritten, InputForm } from "./written-form.ts";

/**
 * Puts a scenario together step by step. Each step gives a new one and leaves the one it is called on as it is, so that the
 * compiler knows the nodes and their fields in the steps after it.
 *
 * @example
 * const refund = new Scenario("refund")
 *   .addNode("asks", { question: { question: "I want my money back.", rawAnswer: "Asks for the order.", template } })
 *   .addNode("pays", { question: { question: "It is order 17.", rawAnswer: "Pays it back." } })
 *   .addEdge("asks", "pays", { when: { "parsed.asks_for_order": true } })
 *   .addEdge("asks", END)
 *   .setEntry("asks")
 *   .validate();
 */
export class Scenario<Nodes extends NodeFields = Record<never, never>> {
  #written: WrittenScenario;

  constructor(name: string, options: ScenarioOptions = {}) {
    this.#written = { options, name, nodes: [], edges: [], outcomes: [], entry: undefined };
  }

  /** Adds a node: one turn, with the question that it asks. */
  addNode<const Id extends string, const Node extends ScenarioNodeInput>(
    id: Id,
    node: Node,
  ): Scenario<Nodes & { readonly [Key in Id]: FieldsOfNode<Node> }> {
    return this.#with({ nodes: [...this.#written.nodes, [id, node]] });
  }

  /** Adds a way from a node to another, or to `END`. Conditions are tried in the order in which the edges are added. */
  addEdge<const Source extends keyof Nodes & string>(
    from: Source,
    to: (keyof Nodes & string) | typeof END,
    options: EdgeOptions<NoInfer<Nodes>, Source> = {},
  ): Scenario<Nodes> {
    // functions see the state they are called with, under the names that the compiler knows of it
    const edge = { from, to, ...options } as unknown as WrittenEdge;
    return this.#with({ edges: [...this.#written.edges, edge] });
  }

  /** Adds a criterion that whole walks are judged by. */
  addOutcome(name: string, check: OutcomeInput<NoInfer<Nodes>>, description?: string): Scenario<Nodes> {
    return this.#with({ outcomes: [...this.#written.outcomes, { name, check, description }] });
  }

  /** Sets the node that walks begin at. */
  setEntry(id: keyof Nodes & string): Scenario<Nodes> {
    return this.#with({ entry: id });
  }

  /**
   * The scenario as data that nobody can change.
   *
   * @throws KareninaError `invalid_input` naming everything that is wrong
   */
  validate(): BenchmarkScenario {
    return makeDefinition(this.#written);
  }

  #with<Known extends NodeFields>(changes: Partial<WrittenScenario>): Scenario<Known> {
    const next = new Scenario<Known>(this.#written.name);
    next.#written = { ...this.#written, ...changes };
    return next;
  }
}

/** A whole scenario as it is written at once. */
export interface ScenarioInput<Nodes extends { readonly [id: string]: ScenarioNodeInput }>
  extends ScenarioOptions {
  readonly name: string;
  readonly nodes: Nodes;
  /** Where walks begin; default: the first node. It has to be named where ids are whole numbers, whose order JavaScript changes. */
  readonly entry?: NoInfer<keyof Nodes & string>;
  /** The ways, tried in this order; default none. */
  readonly edges?: readonly EdgeInput<FieldsOfNodes<NoInfer<Nodes>>>[];
  /** What whole walks are judged by, by name. */
  readonly outcomes?: { readonly [name: string]: OutcomeInput<FieldsOfNodes<NoInfer<Nodes>>> };
}

/**
 * A scenario: a directed graph of questions. Each node is one turn, verified like any question, and what was verified decides
 * where the walk goes next.
 *
 * @throws KareninaError `invalid_input` naming everything that is wrong
 */
export function scenario<const Nodes extends { readonly [id: string]: ScenarioNodeInput }>(
  input: ScenarioInput<Nodes>,
): BenchmarkScenario {
  const problems: string[] = [];
  checkWritten(InputForm, input, (message) => void problems.push(message));
  const { parts, unknown } = fittingParts(InputForm, { ...input });
  const { name = "?", nodes, edges = [], outcomes = {}, entry, ...options } = parts;
  if (nodes === undefined) return refuse(input?.name, problems);
  const written = {
    ...{ name, options: options as ScenarioOptions, entry: entry ?? firstNode(nodes) },
    // the compiler has looked at it, or makeDefinition will
    nodes: Object.entries(nodes) as WrittenScenario["nodes"],
    edges: edges as WrittenScenario["edges"],
    outcomes: Object.entries(outcomes).map(([name, check]) => ({ name, check }) as WrittenOutcome),
  };
  return makeDefinition(written, { problems, unknown });
}
