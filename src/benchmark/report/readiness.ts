import type { BenchmarkContent, CheckpointWarning } from "../benchmark-content.ts";

/** Whether a benchmark can be verified, and what stands in the way. */
export interface Readiness {
  /** Has questions, all finished, all with a template this version reads. */
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
  /** What the file held that could not be used. */
  readonly warnings: readonly CheckpointWarning[];
}

/** Looks at the benchmark's data only; no template is executed. */
export function readinessOf({ questions, warnings }: BenchmarkContent): Readiness {
  const missingTemplates = questions.filter(({ template }) => template === undefined).map(({ id }) => id);
  const unfinishedQuestions = questions.filter(({ finished }) => !finished).map(({ id }) => id);
  const unreadableTemplates = questions.flatMap(({ id, template }) =>
    template?.kind === "unreadable" ? [{ questionId: id, language: template.language }] : [],
  );
  const obstacles = missingTemplates.length + unfinishedQuestions.length + unreadableTemplates.length;
  return {
    readyForVerification: questions.length > 0 && obstacles === 0,
    hasQuestions: questions.length > 0,
    allHaveTemplates: questions.length > 0 && missingTemplates.length === 0,
    allFinished: questions.length > 0 && unfinishedQuestions.length === 0,
    missingTemplates,
    unfinishedQuestions,
    unreadableTemplates,
    warnings,
  };
}
