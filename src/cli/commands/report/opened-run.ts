import path from "node:path";
import { type Calibration, type SummaryOptions, summarizeFile } from "../../../analysis/index.ts";
import { correctedTexts, type RunReport } from "../../../report/index.ts";
import { type ResultsFile, rubricFromDefinition } from "../../../result/index.ts";
import type { Rubric } from "../../../rubric/index.ts";
import type { CommandIo } from "../../command-io.ts";
import type { OpenGates } from "../../gates/open-gates.ts";
import { openResults } from "../../open-results.ts";
import { judgeNotes } from "../../report/judge-notes.ts";

/** A file of results with what it was judged by. */
export interface OpenedRun {
  readonly file: ResultsFile;
  readonly rubrics: readonly Rubric[];
  readonly about: AboutQuestions;
  /** Its judges against labels of persons. */
  readonly calibration?: Calibration | undefined;
}

/** What it is broken down by, and the questions that know it. */
export type AboutQuestions = Pick<SummaryOptions, "questions" | "breakdowns">;

/** Opens a file of results. */
export async function openRun(source: string, about: AboutQuestions, io: CommandIo): Promise<OpenedRun> {
  const file = await openResults(source, io);
  const { rubricDefinition } = await file.header();
  return { file, about, rubrics: rubricDefinition === null ? [] : [rubricFromDefinition(rubricDefinition)] };
}

/** Sums a run up, holds it against its baseline and gates. */
export async function reportOf(
  { file, rubrics, about }: OpenedRun,
  gates: OpenGates,
  {
    title,
    calibration,
  }: { readonly title?: string | undefined; readonly calibration?: Calibration | undefined } = {},
): Promise<RunReport> {
  const { name, benchmark } = await file.run();
  const summary = await summarizeFile(file, { rubrics, tasks: await file.tasks(), ...about });
  const { verdicts, comparison } = await gates.check(summary, file);
  return {
    name: title || benchmark?.name || name || path.basename(file.path, path.extname(file.path)),
    summary,
    comparison,
    gates: verdicts,
    judges: [
      ...(await judgeNotes(summary, () => file.read(), { rich: true })),
      ...(calibration === undefined ? [] : correctedTexts(calibration, { dash: "–" })),
    ],
    calibration,
    read: () => file.read(),
    walks: () => file.walks(),
    placeOf: file.placeOf,
  };
}

/** Runs of the same name, such as that of their benchmark, with what tells each from the others. */
export function withDifferentNames<Run extends { readonly name: string }>(
  runs: readonly Run[],
  more: (at: number) => string,
): readonly Run[] {
  return runs.map((run, at) =>
    runs.some((other, place) => place !== at && other.name === run.name)
      ? { ...run, name: `${run.name} (${more(at)})` }
      : run,
  );
}
