import { changeState, findRun } from "../../../stores/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { goOnText } from "../../go-on-text.ts";
import { openNeededStore } from "../../needed-store.ts";
import type { StoreOptions } from "../../store-option.ts";

/** Ends a run: its workers stop, and nobody takes anything more of it. One machine finishes what is under way. */
export async function runsCancel(wanted: string, options: StoreOptions, io: CommandIo): Promise<ExitCode> {
  await using store = await openNeededStore(options, io);
  const run = await findRun(store, wanted);
  const isEnded = await changeState(store, run.id, { from: ["open"], to: "cancelled" });
  if (isEnded) await store.queue?.empty(run.id);
  const short = run.id.slice(0, 8);
  print(
    io,
    isEnded
      ? `Run ${short} is cancelled: ${run.finished} of ${run.tasks} tasks have results. ${goOnText(run.id, store)}`
      : `Run ${short} is ${run.state}.`,
  );
  return 0;
}
