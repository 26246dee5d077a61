import { lstat } from "node:fs/promises";
import { entryIn, holdFolder } from "./held-folder.ts";
import { walkTree } from "./walk-tree.ts";

/** The bytes in a tree's files; what cannot be looked at counts nothing. */
export async function treeSize(folder: string): Promise<number> {
  let size = 0;
  await using tree = await holdFolder(folder);
  await walkTree(
    tree,
    {
      enter: async () => null,
      async entry(entry) {
        if (entry.kind === "file") size += (await lstat(entryIn(entry.folder, entry.name))).size;
      },
      failed() {},
    },
    null,
  );
  return size;
}
