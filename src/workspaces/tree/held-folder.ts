import { constants, lstat, mkdir, open, stat } from "node:fs/promises";

/**
 * An open folder: paths made from `at` lead into it even when somebody renames it or puts
 * a symbolic link in its place meanwhile. Where the system has no such names (anything but Linux with /proc), `at` is the
 * plain path, checked once.
 */
export interface HeldFolder extends AsyncDisposable {
  /** A name of the folder for calls of the file system. */
  readonly at: Buffer;
  /** True: what is opened can be named by its descriptor. */
  readonly byDescriptor: boolean;
}

/** Names are bytes: a file system takes names that are no text, and an agent may use one. */
export type EntryName = Buffer;

const slash = Buffer.from("/");
/** Linux's O_PATH, which Node does not name: opens also what must not be read. */
const namesOnly = 0o10000000;

/** Holds a folder. Rejects with `ENOTDIR` for a symbolic link or a file, `ENOENT` for nothing. */
export function holdFolder(path: string | Buffer): Promise<HeldFolder> {
  return process.platform === "linux" ? holdByDescriptor(path) : holdByPath(path);
}

/** The name of an entry of a held folder for calls of the file system. */
export function entryIn(folder: HeldFolder, name: EntryName): Buffer {
  return Buffer.concat([folder.at, slash, name]);
}

/** A path below another one; both relative to the same place, empty for that place itself. */
export function pathBelow(folder: Buffer, name: EntryName): Buffer {
  return folder.length === 0 ? name : Buffer.concat([folder, slash, name]);
}

/** Makes a folder in a held one, for this user only, and holds it. */
export async function makeFolder(parent: HeldFolder, name: EntryName): Promise<HeldFolder> {
  const path = entryIn(parent, name);
  await mkdir(path, { mode: 0o700 });
  return holdFolder(path);
}

async function holdByDescriptor(path: string | Buffer): Promise<HeldFolder> {
  const handle = await open(path, namesOnly | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  const at = Buffer.from(`/proc/self/fd/${handle.fd}`);
  try {
    await stat(at);
  } catch {
    await handle.close();
    return holdByPath(path);
  }
  return { at, byDescriptor: true, [Symbol.asyncDispose]: () => handle.close() };
}

async function holdByPath(path: string | Buffer): Promise<HeldFolder> {
  const entry = await lstat(path);
  if (!entry.isDirectory())
    throw Object.assign(new Error(`ENOTDIR: not a directory, open '${path}'`), { code: "ENOTDIR" });
  return { at: Buffer.from(path), byDescriptor: false, async [Symbol.asyncDispose]() {} };
}
