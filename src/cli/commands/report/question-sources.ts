import path from "node:path";
import { isThere, KareninaError, messageOf, oneLine } from "../../../base/index.ts";
import { openBenchmark, questionLines } from "../../../benchmark/index.ts";
import type { RunReport } from "../../../report/index.ts";
import { type CommandIo, warn } from "../../command-io.ts";

/** Where the questions of a benchmark in YAML begin; undefined for another file. One that cannot be read is warned of. */
export async function questionSources(
  file: string | undefined,
  io: CommandIo,
): Promise<RunReport["sourceOf"]> {
  if (file === undefined || !/\.ya?ml$/i.test(file)) return undefined;
  const full = path.resolve(io.workingDirectory, file);
  if (!(await isThere(full))) return undefined;
  try {
    const { content, text } = await openBenchmark(full);
    const lines = questionLines(text);
    const lineOf = new Map(content.questions.map(({ id }, place) => [id, lines[place]]));
    return (questionId) => {
      const line = lineOf.get(questionId);
      return line === undefined ? undefined : { file, line };
    };
  } catch (error) {
    if (!KareninaError.isInstance(error)) throw error;
    warn(io, oneLine(`lines of questions are not known: ${messageOf(error)}`));
    return undefined;
  }
}
