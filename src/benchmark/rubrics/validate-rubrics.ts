import { dynamicRubricProblems, rubricProblems } from "../../rubric/index.ts";
import type { BenchmarkContent } from "../benchmark-content.ts";
import { globalRubrics, type Rubrics } from "./rubrics.ts";
import { nameClashes, questionOwner, wholeBenchmark } from "./trait-names.ts";

/** Something wrong with a rubric. */
export interface RubricProblem {
  /** `global`, or `question:<id>`. */
  readonly source: string;
  /** Names the trait, and where it is about one, the field. */
  readonly problem: string;
}

/**
 * Everything wrong with the rubrics of a benchmark and its questions, also between them: names that two traits of one
 * question share. Nothing is executed.
 */
export function validateRubrics(
  content: Pick<BenchmarkContent, "questions" | "globalRubric" | "globalDynamicRubric">,
): readonly RubricProblem[] {
  const global = globalRubrics(content);
  const clashes = nameClashes({ rubrics: global, owner: wholeBenchmark });
  return [
    ...from("global", [...problemsOf(global), ...clashes]),
    ...content.questions.flatMap((question) =>
      from(`question:${question.id}`, [
        ...problemsOf(question),
        ...nameClashes({ rubrics: question, owner: questionOwner(question) }, global),
      ]),
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
