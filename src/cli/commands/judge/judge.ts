import type { CommandIo, ExitCode } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { verify } from "../verify/verify.ts";
import type { JudgeOptions } from "./judge-command.ts";

/** Judges answers that exist already: a run whose answers are all there. */
export async function judge(answers: string, options: JudgeOptions, io: CommandIo): Promise<ExitCode> {
  const { benchmark, answerField, questionField, idField, modelField, contextsField, unmatched, ...run } =
    options;
  if (benchmark === undefined)
    throw usageError(
      "`judge` needs --benchmark.",
      "Such as: npx karenina judge chat.jsonl --benchmark benchmark.yaml --preset fast",
    );
  const fields = {
    ...(answerField !== undefined && { answer: answerField }),
    ...(questionField !== undefined && { question: questionField }),
    ...(idField !== undefined && { id: idField }),
    ...(modelField !== undefined && { model: modelField }),
    ...(contextsField !== undefined && { contexts: contextsField }),
  };
  const answersToJudge = { file: answers, fields, ...(unmatched !== undefined && { unmatched }) };
  return await verify(benchmark, { ...run, answers: answersToJudge }, io);
}
