import path from "node:path";
import { isThere, oneLine } from "../../../base/index.ts";
import { replyStoreFolder } from "../../../models/recording/index.ts";
import { fileDigest, requireQueue, work } from "../../../workers/index.ts";
import type { CommandIo, ExitCode } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { openNeededStore } from "../../needed-store.ts";
import { loadRunModules } from "./run-modules.ts";
import type { WorkerCommandOptions } from "./worker-command.ts";

/** Works on the runs of a store until somebody ends it. */
export async function worker(options: WorkerCommandOptions, io: CommandIo): Promise<ExitCode> {
  const { module = [], concurrency, workspaceRoot, cache, untilDone = false } = options;
  const absolute = (file: string) => path.resolve(io.workingDirectory, file);
  const offered = new Map<string, string>();
  for (const file of module.map(absolute)) {
    if (!(await isThere(file))) throw usageError(`--module: there is no file ${file}.`);
    offered.set(await fileDigest(file), file);
  }
  await using store = await openNeededStore(options, io);
  requireQueue(store);
  io.stderr.write(`Working on the runs of ${store.name}.\n`);
  await work({
    ...{ store, concurrency, offered, untilDone },
    load: (definition) => loadRunModules(definition, offered, io),
    ...(workspaceRoot !== undefined && { workspaceRoot: absolute(workspaceRoot) }),
    ...(cache !== undefined && {
      cache: { folder: cache === true ? replyStoreFolder(io.environment) : absolute(cache) },
    }),
    environment: io.environment,
    clock: io.clock,
    leaving: io.interrupted,
    notify: (line) => io.stderr.write(`${oneLine(store.masked(line))}\n`),
  });
  return 0;
}
