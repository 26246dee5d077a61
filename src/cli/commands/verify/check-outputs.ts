import { mkdir, open, rm, stat } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf } from "../../../base/index.ts";
import type { OutputPlan } from "./plan-outputs.ts";

/**
 * Makes sure that every output can be written, before any model is asked. An existing log is refused unless it is
 * resumed; existing exports will be replaced.
 *
 * @throws KareninaError `file_unwritable`, and `invalid_input` for a log that exists.
 */
export async function checkOutputs(plan: OutputPlan, options: { readonly resume: boolean }): Promise<void> {
  if (plan.log === undefined) return;
  const folder = path.dirname(plan.log);
  if (path.basename(folder) === "karenina-results" && plan.exports.length === 0) await makeFolder(folder);
  const files = [plan.log, ...plan.exports.map((file) => file.path)];
  for (const file of new Set(files)) await refuseFolder(file);
  for (const parent of new Set(files.map((file) => path.dirname(file)))) await probe(parent);
  if (!options.resume) await refuseExisting(plan);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function refuseFolder(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory())
    throw new KareninaError("file_unwritable", `Cannot write ${file}: it is a folder.`);
}

/** Writes and removes a file: nothing less tells for sure. */
async function probe(folder: string): Promise<void> {
  const file = path.join(folder, `.karenina-${process.pid}.probe`);
  try {
    await (await open(file, "w")).close();
    await rm(file, { force: true });
  } catch (error) {
    throw unwritable(folder, error);
  }
}

async function refuseExisting({ log, logIsTemporary }: OutputPlan): Promise<void> {
  if (log === undefined) return;
  const found = await stat(log).catch(() => undefined);
  if (found === undefined || found.size === 0) return;
  throw new KareninaError(
    "invalid_input",
    logIsTemporary ? `An earlier run did not finish; its log is ${log}.` : `The results log ${log} exists.`,
    { hint: `Go on with it: karenina verify --resume ${log}. Or remove it, or choose another output.` },
  );
}

function unwritable(folder: string, error: unknown): KareninaError {
  return new KareninaError("file_unwritable", `Cannot write to the folder ${folder}: ${messageOf(error)}.`, {
    hint: "Make the folder, or choose another output.",
    cause: error,
  });
}
