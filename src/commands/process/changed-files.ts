import type { Dirent, Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import path from "node:path";
import { readErrorCode } from "../../base/index.ts";

/** What changed in a folder. */
interface ChangedFiles {
  readonly bytes: number;
  readonly files: number;
  /** False: some folders could not be looked into. */
  readonly complete: boolean;
}

/**
 * Adds up the disk space of what was created or changed in a folder since a moment, in milliseconds since the epoch.
 * Symbolic links are not followed. Stops at `most` files.
 */
export async function changedFiles(folder: string, since: number, most: number): Promise<ChangedFiles> {
  let bytes = 0;
  let files = 0;
  let complete = true;
  const waiting = [folder];
  for (let next = waiting.pop(); next !== undefined && files <= most; next = waiting.pop()) {
    const entries = await readFolder(next);
    if (entries === "unreadable") complete = false;
    if (typeof entries === "string") continue;
    for (const entry of entries) {
      const place = path.join(next, entry.name);
      if (entry.isDirectory()) waiting.push(place);
      const found = await statusOf(place);
      if (found === undefined || found.ctimeMs < since) continue;
      files += 1;
      bytes += found.blocks * 512;
    }
  }
  return { bytes, files, complete };
}

async function readFolder(folder: string): Promise<readonly Dirent[] | "gone" | "unreadable"> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    return readErrorCode(error) === "ENOENT" ? "gone" : "unreadable";
  }
}

const statusOf = (place: string): Promise<Stats | undefined> => lstat(place).catch(() => undefined);
