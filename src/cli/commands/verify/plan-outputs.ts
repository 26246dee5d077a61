import { randomBytes } from "node:crypto";
import path from "node:path";
import { isoTimestamp } from "../../../base/index.ts";
import { isLogName } from "../../../result/index.ts";
import type { CommandIo } from "../../command-io.ts";
import { usageError } from "../../failure.ts";

/** A file that is written when a run has completed. */
export interface ExportFile {
  readonly format: "json" | "csv";
  readonly path: string;
}

/** Where the results of a run go. */
export interface OutputPlan {
  /** The log that grows with the run; undefined: results are in memory only. */
  readonly log: string | undefined;
  /** True: the log goes away once the exports are written. */
  readonly logIsTemporary: boolean;
  readonly exports: readonly ExportFile[];
}

/** What outputs depend on. */
export interface OutputRequest {
  /** As given; false: none are wanted. */
  readonly output: readonly string[] | false | undefined;
  /** The log that is gone on with. */
  readonly resume: string | undefined;
  readonly benchmarkName: string;
}

/**
 * Decides where results go. Without any output they go to `karenina-results`, under a name that no other run has,
 * however many start at once; beside exports a log grows while the run lasts.
 *
 * @throws KareninaError `configuration` for a file name that does not say its format.
 */
export function planOutputs(
  request: OutputRequest,
  io: Pick<CommandIo, "clock" | "workingDirectory">,
): OutputPlan {
  const absolute = (file: string) => path.resolve(io.workingDirectory, file);
  if (request.output === false) {
    if (request.resume !== undefined) throw usageError("--no-output and --resume contradict each other.");
    return { log: undefined, logIsTemporary: false, exports: [] };
  }
  const files = (request.output ?? []).map(absolute);
  const logs = files.filter(isLogName);
  const exports = files.filter((file) => !isLogName(file)).map(exportFile);
  if (request.resume !== undefined) {
    const log = absolute(request.resume);
    if (logs.some((file) => file !== log))
      throw usageError("--output: a resumed run goes on in its own log.");
    return { log, logIsTemporary: isReplacedBy(log, exports), exports };
  }
  if (logs.length > 1) throw usageError("--output: a run has one log; two were given.");
  const [log] = logs;
  if (log !== undefined) return { log, logIsTemporary: false, exports };
  const [first] = exports;
  if (first !== undefined) return { log: `${first.path}.jsonl`, logIsTemporary: true, exports };
  const name = `${slug(request.benchmarkName)}-${compactTime(io)}-${randomBytes(3).toString("hex")}.jsonl`;
  return { log: absolute(path.join("karenina-results", name)), logIsTemporary: false, exports: [] };
}

/** The export that a log stands beside while a run lasts, by its name. */
export function exportBeside(log: string): ExportFile | undefined {
  return belongsToExport(log) ? exportFile(log.slice(0, -".jsonl".length)) : undefined;
}

/** A log that is gone on with may only go away for the export it stands beside: any other can say less. */
export function isReplacedBy(log: string, exports: readonly ExportFile[]): boolean {
  const beside = exportBeside(log);
  return beside !== undefined && exports.some((file) => file.path === beside.path);
}

const belongsToExport = (log: string) => /\.(json|csv)\.jsonl$/.test(log);

function exportFile(file: string): ExportFile {
  if (file.endsWith(".json")) return { format: "json", path: file };
  if (file.endsWith(".csv")) return { format: "csv", path: file };
  throw usageError(
    `--output: "${file}" does not say its format.`,
    "Let it end in .json, .csv, .jsonl or .jsonl.zst.",
  );
}

function slug(name: string): string {
  const letters = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
  return letters === "" ? "benchmark" : letters;
}

/** The time as part of a file name: `20260131T120000Z`. */
function compactTime({ clock }: Pick<CommandIo, "clock">): string {
  return isoTimestamp(clock).replace(/[-:]|\.\d+/g, "");
}
