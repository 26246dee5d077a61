import { createHash } from "node:crypto";
import { readlink } from "node:fs/promises";
import { messageOf } from "../../base/index.ts";
import type { TreeFailure } from "./copy-tree.ts";
import { entryIn, holdFolder } from "./held-folder.ts";
import { openFile } from "./open-file.ts";
import { type FoundEntry, walkTree } from "./walk-tree.ts";

/** What a tree holds at one time: kind, size and content hash of each file, the target of each link. */
export interface TreeFingerprint {
  /** By {@link fingerprintKey} of the path. */
  readonly entries: ReadonlyMap<string, string>;
  readonly failures: readonly TreeFailure[];
}

/** What is to be looked at. */
interface TreeFingerprintRequest {
  readonly folder: string;
  readonly wants: (path: Buffer) => boolean;
  readonly signal?: AbortSignal | undefined;
}

/** Larger files are read in pieces. */
const atOnce = 1024 * 1024;

/** Names an entry of a tree; bytes and characters are the same, so that names which are no text stay apart. */
export const fingerprintKey = (path: Buffer): string => path.toString("latin1");

/** Reads all of a tree. What cannot be read is noted; it counts as unchanged for as long as that stays so. */
export async function fingerprintTree({
  folder,
  wants,
  signal,
}: TreeFingerprintRequest): Promise<TreeFingerprint> {
  const entries = new Map<string, string>();
  const failures: TreeFailure[] = [];
  const none = async (): Promise<null> => null;
  await using tree = await holdFolder(folder);
  await walkTree(
    tree,
    {
      wants,
      enter: none,
      async entry(entry) {
        const print = await fingerprintOf(entry);
        if (print !== null) entries.set(fingerprintKey(entry.path), print);
      },
      failed(path, error) {
        entries.set(fingerprintKey(path), "unreadable");
        failures.push({ path: path.toString(), error: messageOf(error) });
      },
    },
    null,
    signal,
  );
  return { entries, failures };
}

async function fingerprintOf({ kind, folder, name }: FoundEntry): Promise<string | null> {
  if (kind === "other") return null;
  if (kind === "link") return `link ${await readlink(entryIn(folder, name), { encoding: "latin1" })}`;
  await using file = await openFile(folder, name);
  const hash = createHash("sha256");
  if (file.stats.size <= atOnce) hash.update(await file.handle.readFile());
  else for await (const piece of file.handle.createReadStream({ autoClose: false })) hash.update(piece);
  return `file ${file.stats.size} ${hash.digest("hex")}`;
}
