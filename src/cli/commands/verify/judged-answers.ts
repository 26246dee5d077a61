import path from "node:path";
import * as z from "zod";
import type { Unanswered } from "../../../analysis/index.ts";
import { oneLine, pluralize } from "../../../base/index.ts";
import {
  AnswerFieldsShape,
  type OpenedAnswers,
  openAnswers,
  rubricBenchmark,
} from "../../../verify/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";
import { loadBenchmark } from "../../load-benchmark.ts";
import { type QuestionChoice, selectQuestions } from "../../select-questions.ts";

/** A file of answers that `karenina judge` was given. */
export const AnswersToJudge = z.object({
  file: z.string(),
  fields: AnswerFieldsShape.optional(),
  /** The benchmark is a file of traits alone. */
  is_rubric: z.boolean().optional(),
  /** What rows that cannot be judged do to the exit code; default `leave`. */
  unmatched: z.enum(["fail", "leave"]).optional(),
});
export type AnswersToJudge = z.infer<typeof AnswersToJudge>;

/** Answers that are judged in a run that asks for none. */
export interface JudgedAnswers extends OpenedAnswers {
  /** Absolute path. */
  readonly file: string;
  /** They are judged by a rubric alone. */
  readonly isRubric: boolean;
  /** For the header of the log, so that it can be gone on with. */
  readonly notes: AnswersToJudge;
  /** Why the run is no success, where rows that are left make it none. */
  readonly complaints: readonly string[];
}

/** Reads the answers and finds their questions. Undefined: none are named. */
export async function judgedAnswers(
  answers: AnswersToJudge | undefined,
  {
    benchmarkFile,
    options,
    questionIds,
  }: {
    readonly benchmarkFile: string;
    readonly options: QuestionChoice;
    /** Of a run that is gone on with. */
    readonly questionIds: readonly string[] | undefined;
  },
  io: CommandIo,
): Promise<JudgedAnswers | undefined> {
  if (answers === undefined) return undefined;
  const { workingDirectory } = io;
  const isRubric = answers.is_rubric === true;
  const benchmark = isRubric
    ? await rubricBenchmark(path.resolve(workingDirectory, benchmarkFile))
    : await loadBenchmark(benchmarkFile, workingDirectory);
  const opened = await openAnswers(answers.file, {
    ...{ benchmark, isRubric },
    questionIds: isRubric
      ? undefined
      : (selectQuestions(benchmark.content.questions, options) ?? questionIds),
    fields: answers.fields,
    workingDirectory,
    tell: (text) => warn(io, oneLine(text)),
  });
  const left = opened.unused.length;
  const isFailure = answers.unmatched === "fail" && left > 0;
  const file = path.resolve(workingDirectory, answers.file);
  return {
    ...opened,
    ...{ isRubric, file, notes: { ...answers, file } },
    complaints: isFailure ? [`${pluralize(left, "row")} of ${answers.file} could not be judged.`] : [],
  };
}

/** Questions of a run that no row has an answer to, each to be judged by every judge. Undefined: there are none. */
export function unansweredOf(
  { source, notes }: JudgedAnswers,
  { questions, judges }: { readonly questions: readonly { readonly id: string }[]; readonly judges: number },
): Unanswered | undefined {
  const missing = questions.filter(({ id }) => !source.hasQuestion(id)).length;
  if (missing === 0) return undefined;
  const what = `${pluralize(missing, "question")} ${missing === 1 ? "has" : "have"}`;
  return { tasks: missing * judges, text: `${what} no answer in ${path.basename(notes.file)}` };
}
