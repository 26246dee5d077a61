import {
  type AskedQuestion,
  checkScenario,
  type ScenarioDefinition,
  type ScenarioProblem,
} from "../../scenario/index.ts";
import type { Question } from "../question/question.ts";

/** A question of a node; of one that could not be read, which has no answer, nobody knows whether it has a template. */
type NodeQuestion = AskedQuestion & Partial<Pick<Question, "template" | "rawAnswer">>;

/** What is wrong with a scenario, so that it cannot be run. */
export function scenarioErrors(definition: ScenarioDefinition<NodeQuestion>): readonly ScenarioProblem[] {
  return scenarioProblems(definition).filter(({ severity }) => severity === "error");
}

/** Everything about a scenario that is not as it should be. */
export function scenarioProblems(definition: ScenarioDefinition<NodeQuestion>): readonly ScenarioProblem[] {
  return checkScenario(definition, {
    fieldsOf: ({ template, rawAnswer }) => {
      if (template === undefined) return rawAnswer === undefined ? undefined : [];
      return template.kind === "native" ? template.template.fields : undefined;
    },
  });
}
