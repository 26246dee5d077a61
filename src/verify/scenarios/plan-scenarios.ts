import { type BenchmarkScenario, heldProblems, type Question } from "../../benchmark/index.ts";
import type { DrawnScenario, OutcomeKind } from "../../result/index.ts";
import type { PlannedQuestion } from "../../run/index.ts";
import { outcomeRecord, scenarioGraph } from "../../scenario/index.ts";
import { readConditions } from "./scenario-code.ts";
import { refuseProblems } from "./selected-questions.ts";

/** A scenario with everything that the tasks of its nodes have in common. */
export interface PlannedScenario {
  readonly definition: BenchmarkScenario;
  /** By the id of the node. */
  readonly questions: ReadonlyMap<string, PlannedQuestion>;
}

/** The questions of the nodes of scenarios, in order. */
export function nodeQuestions(scenarios: readonly BenchmarkScenario[]): readonly Question[] {
  return scenarios.flatMap(({ nodes }) => nodes.map(({ question }) => question));
}

/**
 * Gives the nodes of scenarios their planned questions.
 *
 * @param planned those of {@link nodeQuestions}, in the same order
 */
export function plannedScenarios(
  scenarios: readonly BenchmarkScenario[],
  planned: readonly PlannedQuestion[],
): readonly PlannedScenario[] {
  const rest = planned.values();
  return scenarios.map((definition) => ({
    definition,
    questions: new Map(
      definition.nodes.flatMap(({ id }) => {
        const { value } = rest.next();
        return value === undefined ? [] : [[id, value] as const];
      }),
    ),
  }));
}

/**
 * Scenarios whose conditions in Python are read, where they are simple comparisons.
 *
 * @throws KareninaError `invalid_input` where that shows that a scenario cannot be run.
 */
export function withConditionsRead(
  scenarios: readonly PlannedScenario[],
): Promise<readonly PlannedScenario[]> {
  return Promise.all(
    scenarios.map(async ({ definition: given, questions }) => {
      const definition = await readConditions(given);
      if (definition !== given) refuseProblems(definition.name, heldProblems({ definition, problems: [] }));
      return { definition, questions };
    }),
  );
}

/** Scenarios as those who read results draw them and check their walks. */
export const drawnScenarios = (scenarios: readonly BenchmarkScenario[]): readonly DrawnScenario[] =>
  scenarios.map((scenario) => ({
    name: scenario.name,
    ...scenarioGraph(scenario),
    outcomes: scenario.outcomes.flatMap(({ name, check, unusable }) =>
      check === undefined || unusable !== undefined ? [] : [{ name, check: outcomeRecord(check) }],
    ),
  }));

/** What the criteria of scenarios may say, by scenario and name; those that say nothing are left out. */
export const outcomeKinds = (
  scenarios: readonly BenchmarkScenario[],
): ReadonlyMap<string, ReadonlyMap<string, OutcomeKind>> =>
  new Map(
    scenarios.map(({ name, outcomes }) => [
      name,
      new Map(
        outcomes.flatMap((criterion): [string, OutcomeKind][] => {
          const { check, evaluate, unusable } = criterion;
          if (check === undefined && evaluate === undefined && unusable === undefined) return [];
          if (check === undefined) return [[criterion.name, "either"]];
          const isNumber = check.type === "count_turns" || check.type === "first_match_index";
          return [[criterion.name, isNumber ? "number" : "boolean"]];
        }),
      ),
    ]),
  );

/** A tool that a node of a scenario goes without. */
export interface LeftOutTool {
  /** The node, as messages call it. */
  readonly place: string;
  readonly server: string;
  readonly tool: string;
}

/** The single tools that nodes of a scenario go without. */
export const leftOutTools = ({ name, nodes }: BenchmarkScenario): readonly LeftOutTool[] =>
  nodes.flatMap(({ id, toolFilter }) =>
    (toolFilter?.remove ?? []).flatMap(({ server, tool }) =>
      tool === undefined ? [] : [{ place: `${name}, node ${id}:`, server, tool }],
    ),
  );
