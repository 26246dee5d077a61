import { realpath } from "node:fs/promises";
import { type CommandIo, warn } from "../../command-io.ts";
import { exportBeside, isReplacedBy, type OutputPlan } from "./plan-outputs.ts";
import type { RunNotes } from "./resumed-run.ts";

/**
 * The exports of the run that is gone on with. A copy of its log has none: it must not replace what the original has
 * written.
 */
export async function earlierExports(
  { log }: OutputPlan,
  notes: RunNotes,
  io: CommandIo,
): Promise<readonly string[]> {
  if (log === undefined) return [];
  const beside = exportBeside(log);
  const named = notes.outputs ?? (beside === undefined ? [] : [beside.path]);
  const isOwn =
    notes.log === undefined
      ? named[0] === beside?.path
      : (await realPath(notes.log)) === (await realPath(log));
  if (isOwn) return named;
  if (named.length > 0)
    warn(
      io,
      `${log} is a copy; the files of the run it was copied from are left alone: ${named.join(", ")}.`,
    );
  return [];
}

const realPath = (file: string) => realpath(file).catch(() => file);

/** The exports that the interrupted run was to write. */
export function withEarlierExports(planned: OutputPlan, earlier: readonly string[]): OutputPlan {
  if (planned.log === undefined) return planned;
  const exports = earlier.flatMap((file) => exportBeside(`${file}.jsonl`) ?? []);
  return { ...planned, exports, logIsTemporary: isReplacedBy(planned.log, exports) };
}
