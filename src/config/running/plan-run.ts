import { type BenchmarkContent, type Question, templateIdOf } from "../../benchmark/index.ts";
import type { PlannedQuestion } from "../../run/index.ts";
import { choiceProblems, fewShotError, fewShotExamples } from "../few-shot/few-shot-examples.ts";
import { planRubrics, type QuestionWithRubric } from "../rubrics/plan-rubrics.ts";
import type { ResolvedConfig } from "../verification/resolved-config.ts";
import { composePipelines, type Pipelines } from "./pipelines.ts";
import { runWarnings } from "./run-warnings.ts";

/** What is run, before any connection is made. */
export interface RunPlan {
  /** The questions with everything that their tasks have in common. */
  readonly questions: readonly PlannedQuestion[];
  readonly pipelineFor: Pipelines;
  /** What will be missing from the results, a sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Puts together what is asked and judged: rubrics, examples, stages. Asks no model and writes nothing.
 *
 * @param questions of the benchmark; see {@link selectedQuestions}
 * @throws KareninaError `invalid_input` for rubrics that contradict each other or are missing, `configuration` for traits,
 * examples and stages that do not exist.
 */
export function planRun(
  config: ResolvedConfig,
  benchmark: { readonly content: BenchmarkContent },
  questions: readonly Question[],
): RunPlan {
  const judged = planRubrics(benchmark.content, questions, config);
  return {
    questions: withExamples(judged, config),
    pipelineFor: composePipelines(
      config,
      judged.map(({ rubric }) => rubric),
    ),
    warnings: runWarnings(benchmark.content, judged, config),
  };
}

function withExamples(
  questions: readonly QuestionWithRubric[],
  { fewShotConfig }: ResolvedConfig,
): readonly PlannedQuestion[] {
  const problems = questions.flatMap(({ question }) => choiceProblems(fewShotConfig, question));
  if (problems.length > 0) throw fewShotError(problems);
  return questions.map(({ question, rubric }) => ({
    question,
    rubric,
    templateId: templateIdOf(question),
    fewShot: fewShotExamples(fewShotConfig, question),
  }));
}
