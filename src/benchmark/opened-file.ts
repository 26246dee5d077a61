import { realpath, stat } from "node:fs/promises";
import {
  KareninaError,
  messageOf,
  sha256,
  systemClock,
  takeFileLock,
  writeFileAtomically,
} from "../base/index.ts";
import type { BenchmarkContent } from "./benchmark-content.ts";
import { parseBenchmark, readBenchmarkText, writtenBenchmark } from "./benchmark-file.ts";

/** A benchmark file as it was when it was read. */
export interface OpenedBenchmark {
  readonly path: string;
  /** Of its text: another one says that somebody has changed the file. */
  readonly version: string;
  readonly content: BenchmarkContent;
  readonly text: string;
}

/**
 * Opens a benchmark file that is to be changed while others may change it, too. Throws as `Benchmark.load`.
 *
 * @param known what it was before: what has not changed is not read again
 */
export async function openBenchmark(path: string, known?: OpenedBenchmark): Promise<OpenedBenchmark> {
  const text = await readBenchmarkText(path);
  if (known?.text === text) return known;
  const { mtime } = await stat(path);
  const content = await parseBenchmark(text, path, mtime.toISOString());
  return { path, text, version: sha256(text), content };
}

/**
 * Changes a benchmark file and opens it again. One process at a time does so; what a person writes by hand meanwhile is never overwritten: what is
 * to be changed is asked for again then, of the file as it is now.
 *
 * @param known the file as it was opened; it may have changed since
 * @param change what becomes of the file that it is given; undefined: nothing is written
 * @throws KareninaError `file_changed` where the file changes all the time, or is gone; `file_unwritable`; and what `change` throws
 */
export async function changeBenchmark(
  known: OpenedBenchmark,
  change: (now: OpenedBenchmark) => Promise<BenchmarkContent | string | undefined>,
): Promise<OpenedBenchmark> {
  const { path } = known;
  await using _lock = await lock(path);
  for (let attempt = 1; ; attempt += 1) {
    const now = await openBenchmark(path, known);
    const changed = await change(now);
    if (changed === undefined) return now;
    const text = typeof changed === "string" ? changed : await writtenBenchmark(changed, path);
    try {
      await writeFileAtomically(path, text, { beforeReplacing: () => requireVersion(path, now.version) });
      return await openBenchmark(path);
    } catch (error) {
      const isLate = KareninaError.isInstance(error) && error.code === "file_changed";
      if (!isLate || attempt === mostAttempts) throw error;
    }
  }
}

/** So often somebody may be quicker. */
const mostAttempts = 5;

async function requireVersion(path: string, version: string): Promise<void> {
  const text = await readBenchmarkText(path).catch(() => undefined);
  if (text !== undefined && sha256(text) === version) return;
  const what = text === undefined ? "is not there any more" : "has been changed since it was read";
  throw new KareninaError("file_changed", `${path} ${what}; nothing was written.`, {
    hint: "Open it again, and look at what has changed.",
  });
}

/** Changing a file takes seconds at most: whoever waits longer than all this waits for something else. */
const mostWaits = 1000;
const waitMs = 20;

async function lock(path: string): Promise<AsyncDisposable> {
  const file = `${await realpath(path).catch(() => path)}.lock`;
  for (let waits = 0; waits < mostWaits; waits += 1) {
    const held = await takeFileLock(file).catch((cause: unknown) => {
      throw new KareninaError("file_unwritable", `Cannot lock ${path} by ${file}: ${messageOf(cause)}.`, {
        hint: "Check that the folder exists, that you may write to it, and that its file system has locks.",
        cause,
      });
    });
    if (held !== undefined) return held;
    await systemClock.sleep(waitMs);
  }
  throw new KareninaError("file_unwritable", `${path} is being written by another program.`, {
    hint: "Try again when it is done.",
  });
}
