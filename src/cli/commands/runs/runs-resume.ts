import path from "node:path";
import { findRun, readRunText } from "../../../stores/index.ts";
import { requirePrices } from "../../../verify/index.ts";
import { continueRun, fileDigest, openDefinedRun, parseDefinition } from "../../../workers/index.ts";
import { type CommandIo, type ExitCode, print } from "../../command-io.ts";
import { usageError } from "../../failure.ts";
import { goOnText } from "../../go-on-text.ts";
import { openNeededStore } from "../../needed-store.ts";
import { loadRunModules } from "../worker/run-modules.ts";
import type { RunsResumeOptions } from "./runs-commands.ts";
import { watchToEnd } from "./runs-watch.ts";

/** Goes on with a run that was ended, and shows it. */
export async function runsResume(
  wanted: string,
  options: RunsResumeOptions,
  io: CommandIo,
): Promise<ExitCode> {
  await using store = await openNeededStore(options, io);
  const run = await findRun(store, wanted);
  const short = run.id.slice(0, 8);
  const { header, definition: text } = await readRunText(store, run.id);
  if (text === null)
    throw usageError(
      `Run ${short} is one of a single machine.`,
      `${goOnText(run.id, store)}. Where the log is lost, \`npx karenina runs export\` writes it.`,
    );
  if (run.state === "open")
    throw usageError(
      `Run ${short} is open: workers go on with it by themselves.`,
      `See npx karenina runs watch ${short}.`,
    );
  const definition = parseDefinition(text);
  const offered = new Map<string, string>();
  for (const file of options.module ?? []) {
    const full = path.resolve(io.workingDirectory, file);
    offered.set(await fileDigest(full), full);
  }
  const modules = await loadRunModules(definition, offered, io);
  await using opened = await openDefinedRun(definition, header, {
    ...{ store, id: run.id, modules, environment: io.environment, clock: io.clock },
  });
  const { retryFailed = false, maxCost, maxTotalTokens, maxCalls, maxTime } = options;
  if (typeof maxCost === "number")
    await requirePrices({ ...opened.run, resolved: { ...opened.run.resolved, maxCost } }, opened.reuse);
  const kept = await continueRun(run.id, opened.run, {
    ...{ reuse: opened.reuse, store, clock: io.clock, retryFailed },
    limits: {
      ...(typeof maxCost === "number" && { costUsd: maxCost }),
      ...(typeof maxTotalTokens === "number" && { tokens: maxTotalTokens }),
      ...(typeof maxCalls === "number" && { calls: maxCalls }),
      ...(typeof maxTime === "number" && { seconds: maxTime }),
    },
  });
  if (kept >= run.tasks) {
    print(io, `Run ${short} has nothing left to do.`);
    return 0;
  }
  if (!options.detach) return await watchToEnd(run, options, { store, io });
  print(
    io,
    `Run ${short} goes on, ${run.tasks - kept} of ${run.tasks} tasks. Watch it with: npx karenina runs watch ${short}`,
  );
  return 0;
}
