import type { CommandIo, ExitCode } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { verify } from "../verify/verify.ts";
import type { JudgeOptions } from "./judge-command.ts";

/** Judges answers that exist already: a run whose answers are all there. */
export async function judge(answers: string, options: JudgeOptions, io: CommandIo): Promise<ExitCode> {
  const {
    benchmark,
    rubric,
    answerField,
    questionField,
    idField,
    modelField,
    contextsField,
    usageField,
    costField,
    unmatched,
    ...run
  } = options;
  if (benchmark !== undefined && rubric !== undefined)
    throw usageError("--benchmark and --rubric contradict each other: a benchmark has its own rubric.");
  if (rubric !== undefined && (run.questions ?? run.questionIds) !== undefined)
    throw usageError("--questions and --question-ids choose from a benchmark; --rubric has none.");
  if (benchmark === undefined && rubric === undefined)
    throw usageError(
      "`judge` needs --benchmark or --rubric.",
      "Such as: npx karenina judge chat.jsonl --benchmark benchmark.yaml --preset fast",
    );
  const fields = {
    ...(answerField !== undefined && { answer: answerField }),
    ...(questionField !== undefined && { question: questionField }),
    ...(idField !== undefined && { id: idField }),
    ...(modelField !== undefined && { model: modelField }),
    ...(contextsField !== undefined && { contexts: contextsField }),
    ...(usageField !== undefined && { usage: usageField }),
    ...(costField !== undefined && { cost: costField }),
  };
  const answersToJudge = {
    ...{ file: answers, fields },
    ...(rubric !== undefined && { is_rubric: true }),
    ...(unmatched !== undefined && { unmatched }),
  };
  return await verify(benchmark ?? rubric, { ...run, answers: answersToJudge }, io);
}
