import { rename, rmdir, unlink } from "node:fs/promises";
import path from "node:path";
import { isThere, readErrorCode } from "../../base/index.ts";
import { eachEntry } from "./each-entry.ts";
import { type EntryName, entryIn, type HeldFolder, holdFolder } from "./held-folder.ts";
import { makeWorkable } from "./make-workable.ts";

/** Folders nested deeper are moved up first: each level keeps a folder open, and paths have a longest length. */
const deepest = 64;
const attempts = 3;

/** What one removal keeps in mind. */
interface Removal {
  readonly top: HeldFolder;
  readonly failures: unknown[];
  /** How many folders were moved up. */
  moved: number;
}

/**
 * Removes a folder with all in it. Symbolic links are removed, never followed; what may not be read or written is made
 * so before. Removes as much as can be and then rejects with the first failure; a folder that is gone is fine.
 */
export async function removeTree(folder: string): Promise<void> {
  await using parent = await holdFolder(path.dirname(folder));
  const name = Buffer.from(path.basename(folder));
  try {
    await using top = await holdFolder(entryIn(parent, name));
    const removal: Removal = { top, failures: [], moved: 0 };
    await makeWorkable(top);
    await empty(removal, top, 0);
    if (removal.failures.length > 0) throw removal.failures[0];
    await rmdir(entryIn(parent, name));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

async function empty(removal: Removal, folder: HeldFolder, depth: number): Promise<void> {
  for (let attempt = 0; attempt < attempts; ) {
    const before = removal.failures.length;
    const movedBefore = removal.moved;
    let seen = 0;
    const folders: EntryName[] = [];
    await eachEntry(folder, async (entry) => {
      seen += 1;
      if (entry.isDirectory()) folders.push(entry.name);
      else await attemptTo(removal, () => unlink(entryIn(folder, entry.name)));
    });
    for (const name of folders) await attemptTo(removal, () => removeFolder(removal, folder, name, depth));
    if (seen === 0 || removal.failures.length > before) return;
    // entries may be missed while others are removed, and those moved up come last: look again
    attempt = removal.moved > movedBefore ? 0 : attempt + 1;
  }
}

async function removeFolder(
  removal: Removal,
  parent: HeldFolder,
  name: EntryName,
  depth: number,
): Promise<void> {
  const at = entryIn(parent, name);
  {
    await using folder = await holdFolder(at);
    await makeWorkable(folder);
    if (depth >= deepest) {
      await moveUp(removal, at);
      return;
    }
    await empty(removal, folder, depth + 1);
  }
  await rmdir(at);
}

async function moveUp(removal: Removal, at: Buffer): Promise<void> {
  for (;;) {
    removal.moved += 1;
    const free = entryIn(removal.top, Buffer.from(`moved-up-${removal.moved}`));
    if (await isThere(free)) continue;
    await rename(at, free);
    return;
  }
}

async function attemptTo(removal: Removal, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isMissing(error)) removal.failures.push(error);
  }
}

function isMissing(error: unknown): boolean {
  return readErrorCode(error) === "ENOENT";
}
