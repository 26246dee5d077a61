import path from "node:path";
import { type Calibration, calibrateJudges, readLabels } from "../analysis/index.ts";
import { oneLine, pluralize } from "../base/index.ts";
import type { ResultsFile } from "../result/index.ts";
import { type CommandIo, warn } from "./command-io.ts";

/** The judges of a file of results against the labels of `--labels`; undefined without them. Warns where no label is of these answers. */
export async function calibrationOf(
  labels: string | undefined,
  { name, file }: { readonly name: string; readonly file: ResultsFile },
  io: CommandIo,
): Promise<Calibration | undefined> {
  if (labels === undefined) return undefined;
  const given = await readLabels(path.resolve(io.workingDirectory, labels));
  const calibration = await calibrateJudges([{ name, results: file.read() }], given);
  const { given: count, unknown } = calibration.labels;
  if (count === unknown)
    warn(
      io,
      oneLine(
        `none of the ${pluralize(count, "label")} in ${labels} is of an answer of ${name}; nothing is corrected.`,
      ),
    );
  return calibration;
}
