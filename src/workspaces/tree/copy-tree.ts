import {
  chmod,
  constants,
  copyFile,
  lstat,
  lutimes,
  realpath,
  stat,
  symlink,
  utimes,
} from "node:fs/promises";
import { messageOf } from "../../base/index.ts";
import { ordinaryRights } from "./drop-rights.ts";
import { entryIn, type HeldFolder, holdFolder, makeFolder } from "./held-folder.ts";
import { linkTarget } from "./link-target.ts";
import { makeReadable } from "./make-workable.ts";
import { openFile } from "./open-file.ts";
import { type FoundEntry, type FoundFolder, type TreeVisitor, walkTree } from "./walk-tree.ts";

/** What is to be copied and how. */
interface TreeCopyRequest {
  readonly from: string;
  /** An empty folder that is there already. */
  readonly to: string;
  /** A link that leads out of the tree: left out, or copied as it is. Links are never followed. */
  readonly outsideLinks: "leave_out" | "keep";
  /** An entry that cannot be copied ends the copying, or is noted and passed over. */
  readonly failures: "throw" | "collect";
  /** True: what this user may not read is made readable first. Only for a tree that is no one else's. Default false. */
  readonly opens?: boolean;
  /** False: folders are made only where something goes into them. */
  readonly emptyFolders?: boolean;
  /** `path` is relative to the tree; default: everything. */
  readonly wants?: (path: Buffer, isFolder: boolean) => boolean | Promise<boolean>;
  readonly signal?: AbortSignal | undefined;
}

/** What became of a copy. Paths are relative to the tree. */
export interface CopiedTree {
  /** Files and links. */
  readonly count: number;
  readonly outsideLinks: readonly string[];
  /** Sockets, pipes and devices. */
  readonly special: readonly string[];
  readonly failures: readonly TreeFailure[];
}

/** An entry that could not be read or copied. */
export interface TreeFailure {
  readonly path: string;
  readonly error: string;
}

/** Thrown where a failure ends the copying. */
export class TreeCopyError extends Error {
  /** Relative to the tree. */
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(messageOf(cause), { cause });
    this.path = path;
  }
}

/** A folder of the copy, made when it is asked for. */
interface Target {
  readonly folder: () => Promise<HeldFolder>;
  readonly made: () => Promise<HeldFolder> | undefined;
}

/**
 * Copies a tree into an empty folder: times and the rights to read, write and run stay, content is shared until written to where the file system can,
 * links are copied as links, hard links become files of their own. Sockets, pipes and devices are passed over.
 * Rejects with `TreeCopyError`, or the signal's reason.
 */
export async function copyTree(request: TreeCopyRequest): Promise<CopiedTree> {
  const { emptyFolders = true, opens = false, failures: onFailure, wants, signal } = request;
  await using from = await holdFolder(request.from);
  await using to = await holdFolder(request.to);
  const treePath = await realpath(from.at, "buffer");
  const done = { count: 0, outsideLinks: [] as string[], special: [] as string[] };
  const failures: TreeFailure[] = [];
  const held = new Set<HeldFolder>();
  const visitor: TreeVisitor<Target> = {
    wants,
    async enter(found, outer) {
      if (opens) await makeReadable(found.folder.at);
      const target = found.path.length === 0 ? outer : targetIn(outer, found, held);
      if (emptyFolders) await target.folder();
      return target;
    },
    async entry(entry, target) {
      if (entry.kind === "other") done.special.push(entry.path.toString());
      else if (entry.kind === "file") await copyOneFile(entry, await target.folder(), opens);
      else if (!(await copyLink(entry, target, treePath, request.outsideLinks)))
        return void done.outsideLinks.push(entry.path.toString());
      if (entry.kind !== "other") done.count += 1;
    },
    async leave({ folder, path }, target) {
      const made = await target.made();
      if (made === undefined) return;
      try {
        await takeOver(folder, made, path.length === 0);
      } finally {
        if (held.delete(made)) await made[Symbol.asyncDispose]();
      }
    },
    failed(path, error) {
      if (onFailure === "throw") throw new TreeCopyError(path.toString(), error);
      failures.push({ path: path.toString(), error: messageOf(error) });
    },
  };
  try {
    await walkTree(from, visitor, { folder: async () => to, made: async () => to }, signal);
  } finally {
    for (const folder of held) await folder[Symbol.asyncDispose]();
  }
  return { ...done, failures };
}

/** A folder of the copy inside another one; `held` has those that are to be let go. */
function targetIn(outer: Target, { name }: FoundFolder, held: Set<HeldFolder>): Target {
  let made: Promise<HeldFolder> | undefined;
  const make = async (): Promise<HeldFolder> => {
    const folder = await makeFolder(await outer.folder(), name);
    held.add(folder);
    return folder;
  };
  return {
    folder() {
      made ??= make();
      return made;
    },
    made: () => made,
  };
}

async function copyOneFile({ folder, name }: FoundEntry, target: HeldFolder, opens: boolean): Promise<void> {
  await using file = await openFile(folder, name).catch(async (error: NodeJS.ErrnoException) => {
    if (!opens || error.code !== "EACCES") throw error;
    await makeReadable(entryIn(folder, name));
    return openFile(folder, name);
  });
  const copy = entryIn(target, name);
  await copyFile(file.at, copy, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  await chmod(copy, file.stats.mode & ordinaryRights);
  await utimes(copy, file.stats.atimeMs / 1000, file.stats.mtimeMs / 1000);
}

/** False: it leads out of the tree and is left out. */
async function copyLink(
  { folder, name }: FoundEntry,
  target: Target,
  treePath: Buffer,
  outsideLinks: TreeCopyRequest["outsideLinks"],
): Promise<boolean> {
  const { inside, text } = await linkTarget(folder, name, treePath);
  if (!inside && outsideLinks === "leave_out") return false;
  const stats = await lstat(entryIn(folder, name));
  const copy = entryIn(await target.folder(), name);
  await symlink(text, copy);
  await lutimes(copy, stats.atimeMs / 1000, stats.mtimeMs / 1000);
  return true;
}

/** Gives a finished copy of a folder the original's rights and times; whoever made the tree's own folder gave it its rights. */
async function takeOver(original: HeldFolder, copy: HeldFolder, isTree: boolean): Promise<void> {
  const stats = await stat(original.at);
  if (!isTree) await chmod(copy.at, stats.mode & ordinaryRights);
  await utimes(copy.at, stats.atimeMs / 1000, stats.mtimeMs / 1000);
}
