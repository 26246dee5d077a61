import { open, rm, stat } from "node:fs/promises";
import path from "node:path";
import {
  KareninaError,
  makeFolders,
  messageOf,
  readErrorCode,
  refusePipeOutput,
} from "../../../base/index.ts";
import { lockOutput } from "../../../result/index.ts";
import { usageError } from "../../failure.ts";
import { shellWord } from "../../shell-word.ts";
import type { OutputPlan } from "./plan-outputs.ts";

/** What may happen to files that exist. */
interface OutputRights {
  /** The log is gone on with. */
  readonly resume: boolean;
  /** Any export may be replaced. */
  readonly overwrite: boolean;
}

/**
 * Makes sure that every output can be written, before any model is asked, and keeps all of them for this run until
 * disposed. An existing log is refused unless it is resumed, an existing export unless it may be overwritten.
 *
 * @throws KareninaError `file_unwritable`, also where another run writes one of them, `invalid_input` for a log that
 * exists, `configuration` for an export that exists.
 */
export async function holdOutputs(plan: OutputPlan, rights: OutputRights): Promise<AsyncDisposable> {
  await using held = new AsyncDisposableStack();
  if (plan.log === undefined) return held.move();
  const folder = path.dirname(plan.log);
  if (path.basename(folder) === "karenina-results" && plan.exports.length === 0) await makeFolders(folder);
  const files = [plan.log, ...plan.exports.map((file) => file.path)];
  for (const file of new Set(files)) {
    await refuseFolder(file);
    await refusePipeOutput(file);
  }
  for (const parent of new Set(files.map((file) => path.dirname(file)))) await probe(parent);
  for (const file of files) held.use(await lockOutput(file));
  if (!rights.resume) await refuseExistingLog(plan);
  if (!rights.overwrite) await refuseExistingExports(plan);
  return held.move();
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

async function refuseExistingExports({ exports }: OutputPlan): Promise<void> {
  for (const { path: file } of exports) {
    if (!(await hasContent(file))) continue;
    throw usageError(`${file} exists.`, "Choose another output, or replace it with --overwrite.");
  }
}

async function refuseExistingLog({ log, logIsTemporary }: OutputPlan): Promise<void> {
  if (log === undefined || !(await hasContent(log))) return;
  throw new KareninaError(
    "invalid_input",
    logIsTemporary ? `An earlier run is not complete; its log is ${log}.` : `The results log ${log} exists.`,
    {
      hint: `Go on with it: npx karenina verify --resume ${shellWord(log)}. Or remove it, or choose another output.`,
    },
  );
}

/** True for a file that holds something. */
export async function hasContent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && found.size > 0;
}

function unwritable(folder: string, error: unknown): KareninaError {
  const isMissing = readErrorCode(error) === "ENOENT";
  // Node's own words name the file that was tried
  const why = isMissing ? "it does not exist" : messageOf(error).replace(/, open '.*$/s, "");
  return new KareninaError("file_unwritable", `Cannot write to the folder ${folder}: ${why}.`, {
    hint: "Make the folder, or choose another output.",
    cause: error,
  });
}
