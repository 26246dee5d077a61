import { lstat, realpath, rmdir } from "node:fs/promises";
import path from "node:path";
import { removeTree } from "../tree/remove-tree.ts";
import { dropRecord } from "./folder-record.ts";

/** A folder that was made and written down. */
interface RemovableFolder {
  readonly path: string;
  /** Null: nothing was ever put into it. */
  readonly inode: bigint | null;
  readonly recordFile: string;
}

/** What is at the place of a folder that was made. */
type FolderPresence = "there" | "gone" | "changed";

/** Looks whether a folder is still the one that was made: a real folder, in its place, and not another one. */
export async function presenceOf({
  path: folder,
  inode,
}: Omit<RemovableFolder, "recordFile">): Promise<FolderPresence> {
  const parent = path.dirname(folder);
  const real = await realpath(parent).catch(() => null);
  if (real === null) return "gone";
  if (real !== parent) return "changed";
  const entry = await lstat(folder, { bigint: true }).catch(() => null);
  if (entry === null) return "gone";
  if (!entry.isDirectory()) return "changed";
  return inode === null || entry.ino === inode ? "there" : "changed";
}

/**
 * Removes a folder with all in it, and then its record. One that is not the folder that was made any more stays, with
 * its record; so does one that was never completed and is not empty. Rejects with what went wrong.
 */
export async function removeFolder(folder: RemovableFolder): Promise<void> {
  const presence = await presenceOf(folder);
  if (presence === "changed")
    throw new Error("it is not the folder that was made there; look at it and remove it yourself");
  if (presence === "there") {
    if (folder.inode === null) await rmdir(folder.path);
    else await removeTree(folder.path);
  }
  await dropRecord(folder.recordFile);
}
