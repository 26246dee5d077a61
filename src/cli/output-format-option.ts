import { Option } from "commander";
import { oneLine } from "../base/index.ts";
import { ExportFormat, type MappedContent } from "../result/index.ts";
import type { CommandIo } from "./command-io.ts";
import { usageError } from "./failure.ts";

/** Describes `--output-format`. */
export function outputFormatOption(): Option {
  return new Option(
    "--output-format <format>",
    "write .json and .csv as the Python system loads them",
  ).choices([ExportFormat.value]);
}

/** Refuses `--output-format` where nothing is written in one. */
export function requireExport(format: ExportFormat | undefined, writesExport: boolean): void {
  if (format === undefined || writesExport) return;
  throw usageError(
    "--output-format is for .json and .csv.",
    "Leave it out, or name such a file with --output; `karenina results save` makes one of a log.",
  );
}

/** Tells what of a file's results was mapped, a line for each. */
export function tellMapped(
  { stderr }: Pick<CommandIo, "stderr">,
  file: string,
  mapped: readonly MappedContent[],
): void {
  for (const { kind, from, to, count } of mapped) {
    const fate = to === null ? "left out" : to === from ? "unknown there, kept by name" : `is now ${to}`;
    stderr.write(`note: ${oneLine(`${file}: ${count} × ${kind} ${from}: ${fate}`)}\n`);
  }
}
