import { mkdir, realpath, rename } from "node:fs/promises";
import path from "node:path";
import { isThere, isWithin } from "../../base/index.ts";
import type { ClaimedFolder } from "../area/claim-folder.ts";
import { removeFolder } from "../area/remove-folder.ts";
import { type CopiedTree, copyTree } from "../tree/copy-tree.ts";
import { fingerprintKey, fingerprintTree, type TreeFingerprint } from "../tree/fingerprint-tree.ts";

/** What is to be captured. */
interface TreeCapture {
  readonly workspace: string;
  /** The folder that is made, or replaced. */
  readonly destination: string;
  /** What the workspace held at first: only what is new or has changed since is taken. Null: all is taken. */
  readonly baseline: TreeFingerprint | null;
  readonly isExcluded: (path: string) => boolean;
  /** A folder of this run on the file system of the destination, to copy into before anything is replaced. */
  readonly claim: () => Promise<ClaimedFolder>;
  readonly signal?: AbortSignal | undefined;
}

/** Copies a workspace to its destination: first beside it, then put in its place as a whole. */
export async function captureTree(request: TreeCapture): Promise<CopiedTree> {
  const { workspace, destination } = request;
  const folder = await realpath(path.dirname(destination));
  if (isWithin(await realpath(workspace), folder))
    throw new Error(`the folder for captures, ${folder}, lies inside the workspace`);
  const wants = await choosePaths(request);
  const staging = await request.claim();
  try {
    const made = path.join(staging.path, "new");
    await mkdir(made);
    const copied = await copyTree({
      from: workspace,
      to: made,
      outsideLinks: "keep",
      failures: "collect",
      emptyFolders: request.baseline === null,
      wants,
      signal: request.signal,
    });
    if (await isThere(destination)) await rename(destination, path.join(staging.path, "old"));
    await rename(made, destination);
    return copied;
  } finally {
    await removeFolder(staging);
  }
}

/** Undefined: everything. */
async function choosePaths({
  baseline,
  isExcluded,
  workspace,
  signal,
}: TreeCapture): Promise<((path: Buffer, isFolder: boolean) => boolean) | undefined> {
  if (baseline === null) return undefined;
  const included = (found: Buffer) => !isExcluded(found.toString());
  const now = await fingerprintTree({ folder: workspace, wants: included, signal });
  const isNew = (found: Buffer) => {
    const key = fingerprintKey(found);
    const print = now.entries.get(key);
    return print !== undefined && print !== baseline.entries.get(key);
  };
  return (found, isFolder) => included(found) && (isFolder || isNew(found));
}
