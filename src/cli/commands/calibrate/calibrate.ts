import path from "node:path";
import { calibrateJudges, readLabels } from "../../../analysis/index.ts";
import { KareninaError, oneLine, pluralize } from "../../../base/index.ts";
import { type CommandIo, type ExitCode, printJson, warn } from "../../command-io.ts";
import { openResults } from "../../open-results.ts";
import { refuseTwice } from "../../refuse-twice.ts";
import { renderCalibration } from "../../report/calibration/calibration.ts";
import { terminalOn } from "../../report/terminal.ts";
import { snakeKeys } from "../../snake-keys.ts";
import type { CalibrateCommandOptions } from "./calibrate-command.ts";

const usualLimit = 3;

/** Holds the judges of runs against labels. */
export async function calibrate(
  sources: readonly string[],
  options: CalibrateCommandOptions,
  io: CommandIo,
): Promise<ExitCode> {
  await refuseTwice(sources, io.workingDirectory);
  const labels = await readLabels(path.resolve(io.workingDirectory, options.labels));
  const runs = await Promise.all(
    sources.map(async (name) => {
      const file = await openResults(name, io);
      return { name, results: file.read() };
    }),
  );
  const calibration = await calibrateJudges(runs, labels, {
    examples: options.limit ?? usualLimit,
    ...(options.rater !== undefined && { raters: options.rater }),
  });
  const { given, unknown, raters } = calibration.labels;
  if (given === 0)
    throw new KareninaError(
      "invalid_input",
      `${options.labels} has no label${options.rater === undefined ? "" : ` of ${options.rater.join(", ")}`}.`,
      { hint: 'Fill in its column "verdict", or label at the terminal: karenina label.' },
    );
  if (given === unknown)
    throw new KareninaError(
      "invalid_input",
      `None of the ${pluralize(given, "label")} in ${options.labels} is of an answer of ${sources.join(", ")}.`,
      { hint: "Labels fit answers of the same words; name the run that they were drawn from." },
    );
  if (unknown > 0)
    warn(
      io,
      oneLine(
        `${pluralize(unknown, "label")} in ${options.labels} are of answers that are not in these results.`,
      ),
    );
  if (raters.includes("")) warn(io, oneLine(`${options.labels} does not say of each label who gave it.`));
  if (options.json) printJson(io, snakeKeys(calibration));
  else {
    const terminal = terminalOn(
      io.stdout,
      options.color === false ? { ...io.environment, NO_COLOR: "1" } : io.environment,
    );
    io.stdout.write(renderCalibration(calibration, terminal));
  }
  return 0;
}
