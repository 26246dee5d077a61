import { dynamicRubricProblems, rubricProblems } from "../../rubric/index.ts";
import { placedNodes } from "../../scenario/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { globalRubrics, type Rubrics } from "./rubrics.ts";
import { nameClashes, questionOwner, wholeBenchmark } from "./trait-names.ts";

/** Something wrong with a rubric. */
export interface RubricProblem {
  /** `global`, `question:<id>`, or of a node of a scenario the place of both, such as `scenario "refund" node "asks"`. */
  readonly source: string;
  /** Names the trait, and where it is about one, the field. */
  readonly problem: string;
}

/**
 * Everything wrong with the rubrics of a benchmark, its questions and the nodes of its scenarios, also between them: names that two traits of one
 * question share. Nothing is executed.
 */
export function validateRubrics(
  content: Pick<BenchmarkContent, "questions" | "scenarios" | "globalRubric" | "globalDynamicRubric">,
): readonly RubricProblem[] {
  const global = globalRubrics(content);
  const clashes = nameClashes({ rubrics: global, owner: wholeBenchmark });
  const asked = [
    ...content.questions.map((rubrics) => ({
      source: `question:${rubrics.id}`,
      owner: questionOwner(rubrics),
      rubrics,
    })),
    ...placedNodes(content.scenarios.map(({ definition }) => definition)).map(({ place, question }) => ({
      source: place,
      owner: place,
      rubrics: question,
    })),
  ];
  return [
    ...from("global", [...problemsOf(global), ...clashes]),
    ...asked.flatMap(({ source, owner, rubrics }) =>
      from(source, [...problemsOf(rubrics), ...nameClashes({ rubrics, owner }, global)]),
    ),
  ];
}

function problemsOf({ rubric, dynamicRubric }: Rubrics): readonly string[] {
  return [
    ...rubricProblems(rubric),
    ...dynamicRubricProblems(dynamicRubric).map((problem) => `dynamic rubric: ${problem}`),
  ];
}

function from(source: string, problems: readonly string[]): readonly RubricProblem[] {
  return problems.map((problem) => ({ source, problem }));
}
