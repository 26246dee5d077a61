import { realpath, stat } from "node:fs/promises";
import { KareninaError, messageOf, takeFileLock } from "../base/index.ts";

/**
 * Keeps a file of results for one writer alone, by a locked file beside it, until disposed; a writer that was killed
 * keeps nothing. Behind a symbolic link it is the file that is kept. Throws `file_unwritable` while another run writes
 * it, and where the folder has no locks. What is no file, such as a device, is nobody's alone.
 */
export async function lockOutput(file: string): Promise<AsyncDisposable> {
  const found = await stat(file).catch(() => undefined);
  if (found !== undefined && !found.isFile()) return { [Symbol.asyncDispose]: async () => undefined };
  const lock = `${await realpath(file).catch(() => file)}.lock`;
  const held = await takeFileLock(lock).catch((cause: unknown) => {
    throw new KareninaError("file_unwritable", `Cannot lock ${file} by ${lock}: ${messageOf(cause)}.`, {
      hint: "Check that the folder exists, that you may write to it, and that its file system has locks.",
      cause,
    });
  });
  if (held !== undefined) return held;
  throw new KareninaError("file_unwritable", `${file} is being written by another run.`, {
    hint: "Wait for that run, or choose another file.",
  });
}
