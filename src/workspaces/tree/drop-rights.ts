import { chmod, lstat, stat } from "node:fs/promises";
import { entryIn, holdFolder } from "./held-folder.ts";
import { walkTree } from "./walk-tree.ts";

/** The rights to read, write and run: all that a copy keeps of a mode. */
export const ordinaryRights = 0o777;

/**
 * Takes the bits from a tree that make its files run as their owner or group (setuid, setgid, sticky). What cannot be
 * changed is passed over.
 */
export async function dropRights(folder: string): Promise<void> {
  await using tree = await holdFolder(folder);
  await walkTree(
    tree,
    {
      async enter(found) {
        const { mode } = await stat(found.folder.at);
        if (hasMore(mode)) await chmod(found.folder.at, mode & ordinaryRights);
        return null;
      },
      async entry(entry) {
        if (entry.kind !== "file") return;
        const place = entryIn(entry.folder, entry.name);
        const { mode } = await lstat(place);
        if (hasMore(mode)) await chmod(place, mode & ordinaryRights);
      },
      failed() {},
    },
    null,
  );
}

function hasMore(mode: number): boolean {
  return (mode & 0o7000) !== 0;
}
