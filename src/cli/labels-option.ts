import path from "node:path";
import {
  type Calibration,
  type Comparison,
  calibrateJudges,
  type Label,
  readLabels,
} from "../analysis/index.ts";
import { oneLine, pluralize } from "../base/index.ts";
import type { ResultsFile } from "../result/index.ts";
import { type CommandIo, warn } from "./command-io.ts";

/** The labels of `--labels`, a table for each file; undefined without them. */
export async function labelsOf(
  files: readonly string[] | undefined,
  { workingDirectory }: CommandIo,
): Promise<readonly (readonly Label[])[] | undefined> {
  return files && (await Promise.all(files.map((file) => readLabels(path.resolve(workingDirectory, file)))));
}

/** Warns where no label is of what is compared. */
export function warnOfLabels({ pairs }: Comparison, io: CommandIo): void {
  if (pairs.some(({ corrected }) => corrected !== null && corrected.labelledA + corrected.labelledB > 0))
    return;
  warn(io, "none of the labels is of a verdict of the answers that are compared; nothing is corrected.");
}

/** The judges of a file of results against the labels of `--labels`; undefined without them. Warns where no label is of these answers. */
export async function calibrationOf(
  labels: readonly string[] | undefined,
  { name, file }: { readonly name: string; readonly file: ResultsFile },
  io: CommandIo,
): Promise<Calibration | undefined> {
  if (labels === undefined) return undefined;
  const tables = (await labelsOf(labels, io)) ?? [];
  // strata are those of the table that they stand in
  const given = tables.flatMap((table, at) =>
    tables.length === 1 ? table : table.map((label) => ({ ...label, stratum: `${at} ${label.stratum}` })),
  );
  const calibration = await calibrateJudges([{ name, results: file.read() }], given);
  const { given: count, unknown } = calibration.labels;
  if (count === unknown)
    warn(
      io,
      oneLine(
        `none of the ${pluralize(count, "label")} in ${labels.join(", ")} is of an answer of ${name}; nothing is corrected.`,
      ),
    );
  return calibration;
}
