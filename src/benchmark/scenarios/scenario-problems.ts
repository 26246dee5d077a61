import {
  type AskedQuestion,
  checkScenario,
  type ScenarioDefinition,
  type ScenarioProblem,
} from "../../scenario/index.ts";
import type { Question } from "../question/question.ts";

/** A question of a node; nothing is known of the template of one that could not be read. */
type NodeQuestion = AskedQuestion & Partial<Pick<Question, "template">>;

/** What is wrong with a scenario, so that it cannot be run. */
export function scenarioErrors(definition: ScenarioDefinition<NodeQuestion>): readonly ScenarioProblem[] {
  return scenarioProblems(definition).filter(({ severity }) => severity === "error");
}

/** Everything about a scenario that is not as it should be. */
export function scenarioProblems(definition: ScenarioDefinition<NodeQuestion>): readonly ScenarioProblem[] {
  return checkScenario(definition, {
    fieldsOf: ({ template }) => (template?.kind === "native" ? template.template.fields : undefined),
  });
}
