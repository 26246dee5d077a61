import type { Stats } from "node:fs";
import { constants, type FileHandle, open } from "node:fs/promises";
import { entryIn, type HeldFolder } from "./held-folder.ts";

/** A file that is open for reading: the same file also when its name is given to another one. */
interface OpenFile extends AsyncDisposable {
  readonly handle: FileHandle;
  readonly stats: Stats;
  /** A name of the file for calls of the file system. */
  readonly at: Buffer;
}

/** Opens a plain file of a held folder; rejects for symbolic links, and without waiting for pipes. */
export async function openFile(folder: HeldFolder, name: Buffer): Promise<OpenFile> {
  const path = entryIn(folder, name);
  const handle = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw new Error("it is no plain file");
    const at = folder.byDescriptor ? Buffer.from(`/proc/self/fd/${handle.fd}`) : path;
    return { handle, stats, at, [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}
