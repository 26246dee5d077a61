import { mkdir, stat } from "node:fs/promises";
import path from "node:path";
import { readErrorCode } from "./error-code.ts";
import { KareninaError, messageOf } from "./errors.ts";

/**
 * Makes a folder and those above it; one that is there stays. Node's own way never ends where the system makes no
 * folders, as in `/proc`. Throws `KareninaError` with code `file_unwritable`. `mode`: who may do what in those that are made;
 * default: what the process leaves to others.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  try {
    await makeMissing(path.resolve(folder), mode);
  } catch (error) {
    throw new KareninaError("file_unwritable", `Cannot make the folder ${folder}: ${messageOf(error)}.`, {
      hint: "Choose another folder.",
      cause: error,
    });
  }
}

async function makeMissing(folder: string, mode: number | undefined): Promise<void> {
  if (await isFolder(folder)) return;
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (readErrorCode(error) === "EEXIST" && (await isFolder(folder))) return;
    const parent = path.dirname(folder);
    if (readErrorCode(error) !== "ENOENT" || parent === folder) throw error;
    await makeMissing(parent, mode);
    await mkdir(folder, { mode }).catch(ignoreExisting);
  }
}

const isFolder = async (folder: string): Promise<boolean> =>
  (await stat(folder).catch(() => undefined))?.isDirectory() === true;

/** Somebody else may have made it meanwhile. */
function ignoreExisting(error: unknown): void {
  if (readErrorCode(error) !== "EEXIST") throw error;
}
