import { oneLine } from "../../../base/index.ts";
import { listRuns, type StoredRun } from "../../../stores/index.ts";
import { type CommandIo, type ExitCode, print, printJson } from "../../command-io.ts";
import { openNeededStore } from "../../needed-store.ts";
import { tableLines } from "../../report/table.ts";
import { snakeKeys } from "../../snake-keys.ts";
import type { RunsListOptions } from "./runs-commands.ts";

/** Lists the runs of a store. */
export async function runsList(options: RunsListOptions, io: CommandIo): Promise<ExitCode> {
  await using store = await openNeededStore(options, io);
  const runs = await listRuns(store);
  if (options.json) {
    printJson(io, snakeKeys({ store: store.name, runs }));
    return 0;
  }
  if (runs.length === 0) {
    print(io, `There are no runs in ${store.name}.`);
    return 0;
  }
  const left = (title: string) => ({ title, align: "left" }) as const;
  const right = (title: string) => ({ title, align: "right" }) as const;
  const columns = [left("run"), left("began"), left("state"), right("done"), right("of"), left("benchmark")];
  for (const line of tableLines([...columns, left("name")], runs.map(rowOf))) print(io, line);
  return 0;
}

const rowOf = ({ id, name, benchmark, createdAt, state, finished, tasks }: StoredRun) => [
  ...[id.slice(0, 8), createdAt.slice(0, 19).replace("T", " "), state, String(finished), String(tasks)],
  ...[benchmark, name ?? ""].map(oneLine),
];
