import { summarizeFile } from "../../../analysis/index.ts";
import { oneLine } from "../../../base/index.ts";
import { correctedTexts } from "../../../report/index.ts";
import { rubricFromDefinition } from "../../../result/index.ts";
import { groupingsWith, questionsFor } from "../../asked-groupings.ts";
import { type CommandIo, type ExitCode, printJson, warn } from "../../command-io.ts";
import { openGates } from "../../gates/open-gates.ts";
import { calibrationOf } from "../../labels-option.ts";
import { openResults } from "../../open-results.ts";
import { endWithGates, renderGates } from "../../report/gate-lines.ts";
import { judgeNotes } from "../../report/judge-notes.ts";
import { mostQuestionLines, renderSummary } from "../../report/summary.ts";
import { terminalOn } from "../../report/terminal.ts";
import { shellWord } from "../../shell-word.ts";
import { snakeKeys } from "../../snake-keys.ts";
import type { SummaryCommandOptions } from "./summary-command.ts";

/** Sums up the results of a file as the run did. Of a log only numbers and what is listed are held in memory. */
export async function summary(
  path: string,
  options: SummaryCommandOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const { by = [], benchmark } = options;
  const { workingDirectory } = io;
  const questions = await questionsFor("--by", by, { benchmark, workingDirectory });
  const gates = await openGates(options, io);
  const file = await openResults(path, io);
  const { rubricDefinition } = await file.header();
  const rubrics = [rubricFromDefinition(rubricDefinition)];
  gates.checkScales(rubrics);
  const numbers = await summarizeFile(file, {
    rubrics,
    tasks: await file.tasks(),
    ...(questions !== undefined && { questions }),
    breakdowns: groupingsWith(by),
  });
  const calibration = await calibrationOf(
    options.labels === undefined ? undefined : [options.labels],
    { name: path, file },
    io,
  );
  const { verdicts } = await gates.check(numbers, file);
  if (options.json) {
    if (numbers.overall.results === 0 && numbers.scenarios === null)
      warn(io, oneLine(`${path}: there are no results.`));
    const more = {
      ...(calibration !== undefined && { calibration }),
      ...(verdicts.length > 0 && { gates: verdicts }),
    };
    printJson(io, snakeKeys({ ...numbers, ...more }));
    return endWithGates(verdicts, io);
  }
  const terminal = terminalOn(
    io.stdout,
    options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
  );
  const isShort = numbers.overall.results <= mostQuestionLines;
  io.stdout.write(
    renderSummary(numbers, {
      terminal,
      placeOf: file.placeOf,
      by,
      judges: [
        ...(await judgeNotes(numbers, () => file.read(), terminal)),
        ...(calibration === undefined
          ? []
          : correctedTexts(calibration, { dash: terminal.rich ? "–" : "-" })),
      ],
      showCommand: `npx karenina show ${shellWord(path)}`,
      ...(isShort && { results: await Array.fromAsync(file.read()) }),
    }) + renderGates(verdicts, terminal),
  );
  return endWithGates(verdicts, io);
}
