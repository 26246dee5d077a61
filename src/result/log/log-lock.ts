import { open, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import * as z from "zod";
import { isoTimestamp, KareninaError, systemClock } from "../../base/index.ts";

const LockHolder = z.object({ pid: z.int(), host: z.string(), since: z.string() });
type LockHolder = z.infer<typeof LockHolder>;

/**
 * Keeps a log for this process alone, by a file beside it, until disposed. What a process that ended without cleaning
 * up has left is taken over. Throws `file_unwritable` while another process writes the log.
 */
export async function lockLog(file: string): Promise<AsyncDisposable> {
  const lock = `${file}.lock`;
  for (let attempt = 1; !(await create(lock)); attempt += 1) {
    const holder = await readHolder(lock);
    if (attempt > 3 || (holder !== undefined && mayRun(holder))) throw inUse(file, lock, holder);
    await rm(lock, { force: true });
  }
  return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) };
}

/** False: the lock is there already. Where it cannot be written, neither can the log, and its error says so. */
async function create(lock: string): Promise<boolean> {
  const holder: LockHolder = { pid: process.pid, host: hostname(), since: isoTimestamp(systemClock) };
  try {
    await using handle = await open(lock, "wx");
    await handle.writeFile(`${JSON.stringify(holder)}\n`);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function readHolder(lock: string): Promise<LockHolder | undefined> {
  try {
    return LockHolder.parse(JSON.parse(await readFile(lock, "utf8")));
  } catch {
    return undefined;
  }
}

/** False only for a process of this machine that has surely ended. */
function mayRun({ pid, host }: LockHolder): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isCode(error, "ESRCH");
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

function inUse(file: string, lock: string, holder: LockHolder | undefined): KareninaError {
  const who =
    holder === undefined
      ? "another process"
      : `process ${holder.pid} on ${holder.host}, since ${holder.since}`;
  return new KareninaError("file_unwritable", `${file} is being written by ${who}.`, {
    hint: `Wait for that run, or choose another file. If that run is surely over, remove ${lock}.`,
  });
}
