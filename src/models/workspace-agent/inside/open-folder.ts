import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** A folder that was opened without following a link; what is done through `at` happens in that very folder. */
export interface OpenFolder extends AsyncDisposable {
  /** The path of an entry, for calls to the file system; never shown to a model. */
  at(name: string): string;
  /** The path of the folder itself. */
  readonly path: string;
}

const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Opens a folder. On Linux its path leads through the open descriptor, so that nobody can put another folder or a link
 * in its place afterwards; elsewhere it is the path as given.
 */
export async function openFolder(place: string): Promise<OpenFolder> {
  const handle = await open(place, flags);
  const folder = process.platform === "linux" ? `/proc/self/fd/${handle.fd}` : place;
  return {
    path: folder,
    at: (name) => `${folder}/${name}`,
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK | constants.O_NOCTTY;

/** Opens an entry for reading; a link is refused, and a pipe does not block. Look at it before reading from it. */
export const openForReading = (folder: OpenFolder, name: string): Promise<FileHandle> =>
  open(folder.at(name), readFlags);
