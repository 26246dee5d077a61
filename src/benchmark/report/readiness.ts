import type { BenchmarkContent, CheckpointWarning } from "../benchmark-content.ts";
import { type RubricProblem, validateRubrics } from "../rubrics/validate-rubrics.ts";

/** Whether a benchmark can be verified, and what stands in the way. */
export interface Readiness {
  /** Has questions, all finished, all with a template this version reads, and no problem in a rubric. */
  readonly readyForVerification: boolean;
  readonly hasQuestions: boolean;
  readonly allHaveTemplates: boolean;
  readonly allFinished: boolean;
  /** Ids of questions without a template. */
  readonly missingTemplates: readonly string[];
  /** Ids of questions that are still drafts. */
  readonly unfinishedQuestions: readonly string[];
  /** Questions whose template is in a language this version does not read. */
  readonly unreadableTemplates: readonly { readonly questionId: string; readonly language: string }[];
  /** Questions that cannot be evaluated as their file has them. */
  readonly unusableQuestions: readonly { readonly questionId: string; readonly reason: string }[];
  /** What is wrong with rubrics: traits, and names that two traits of one question share. */
  readonly rubricProblems: readonly RubricProblem[];
  /** What the file held that could not be used. */
  readonly warnings: readonly CheckpointWarning[];
}

/** Looks at the benchmark's data only; nothing is executed. */
export function readinessOf(content: BenchmarkContent): Readiness {
  const { questions, warnings } = content;
  const missingTemplates = questions.filter(({ template }) => template === undefined).map(({ id }) => id);
  const unfinishedQuestions = questions.filter(({ finished }) => !finished).map(({ id }) => id);
  const unreadableTemplates = questions.flatMap(({ id, template }) =>
    template?.kind === "unreadable" ? [{ questionId: id, language: template.language }] : [],
  );
  const unusableQuestions = questions.flatMap(({ id, unusable }) =>
    unusable === undefined ? [] : [{ questionId: id, reason: unusable.reason }],
  );
  const rubricProblems = validateRubrics(content);
  const obstacles = [
    missingTemplates,
    unfinishedQuestions,
    unreadableTemplates,
    unusableQuestions,
    rubricProblems,
  ];
  return {
    readyForVerification: questions.length > 0 && obstacles.every((list) => list.length === 0),
    hasQuestions: questions.length > 0,
    allHaveTemplates: questions.length > 0 && missingTemplates.length === 0,
    allFinished: questions.length > 0 && unfinishedQuestions.length === 0,
    missingTemplates,
    unfinishedQuestions,
    unreadableTemplates,
    unusableQuestions,
    rubricProblems,
    warnings,
  };
}
