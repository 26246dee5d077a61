import type { Dirent } from "node:fs";
import { eachEntry } from "./each-entry.ts";
import { type EntryName, entryIn, type HeldFolder, holdFolder, pathBelow } from "./held-folder.ts";

/** Something in a tree that is no folder. */
export interface FoundEntry {
  readonly kind: "file" | "link" | "other";
  /** Relative to the tree. */
  readonly path: Buffer;
  readonly name: EntryName;
  readonly folder: HeldFolder;
}

/** A folder of a tree. */
export interface FoundFolder {
  /** Relative to the tree; empty for the tree itself. */
  readonly path: Buffer;
  readonly name: EntryName;
  readonly folder: HeldFolder;
}

/** What is done on the way through a tree; `Context` is what a folder hands to what is in it. */
export interface TreeVisitor<Context> {
  /** False: the entry or folder is passed over. */
  wants?(path: Buffer, isFolder: boolean): boolean | Promise<boolean>;
  enter(found: FoundFolder, outer: Context): Promise<Context>;
  entry(found: FoundEntry, context: Context): Promise<void>;
  /** Called when all in a folder is done. */
  leave?(found: FoundFolder, context: Context): Promise<void>;
  /** Decides about a failure: throws to end the walk. */
  failed(path: Buffer, error: unknown): void;
}

/** Deeper nesting is refused: each level keeps a folder open. */
const deepest = 200;

/**
 * Goes through all of a held folder, depth first, and never through a symbolic link: a folder's own entries a few at a
 * time, its folders one after the other. Rejects with the signal's reason.
 */
export async function walkTree<Context>(
  tree: HeldFolder,
  visitor: TreeVisitor<Context>,
  context: Context,
  signal?: AbortSignal,
): Promise<void> {
  const root = { path: Buffer.alloc(0), name: Buffer.from("."), folder: tree };
  try {
    await walkFolder({ visitor, signal }, root, context, 0);
  } catch (error) {
    throw error instanceof WalkEnded ? error.cause : error;
  }
}

interface Walk<Context> {
  readonly visitor: TreeVisitor<Context>;
  readonly signal: AbortSignal | undefined;
}

async function walkFolder<Context>(
  walk: Walk<Context>,
  found: FoundFolder,
  outer: Context,
  depth: number,
): Promise<void> {
  const { visitor, signal } = walk;
  const inner = await visitor.enter(found, outer);
  const folders: EntryName[] = [];
  await eachEntry(found.folder, async (entry) => {
    signal?.throwIfAborted();
    const path = pathBelow(found.path, entry.name);
    if (visitor.wants && !(await visitor.wants(path, entry.isDirectory()))) return;
    if (entry.isDirectory()) folders.push(entry.name);
    else
      await attempt(walk, path, () =>
        visitor.entry({ kind: kindOf(entry), path, name: entry.name, folder: found.folder }, inner),
      );
  });
  for (const name of folders) {
    signal?.throwIfAborted();
    const path = pathBelow(found.path, name);
    await attempt(walk, path, async () => {
      if (depth >= deepest) throw new Error(`folders are nested more than ${deepest} deep`);
      await using folder = await holdFolder(entryIn(found.folder, name));
      await walkFolder(walk, { path, name, folder }, inner, depth + 1);
    });
  }
  await visitor.leave?.(found, inner);
}

/** Hands what goes wrong to the visitor, once, where it went wrong; a cancelled walk ends. */
async function attempt<Context>(
  { visitor, signal }: Walk<Context>,
  path: Buffer,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof WalkEnded) throw error;
    if (signal?.aborted) throw error;
    try {
      visitor.failed(path, error);
    } catch (decision) {
      throw new WalkEnded(decision);
    }
  }
}

/** Carries a visitor's decision up through the folders that are open. */
class WalkEnded extends Error {
  constructor(reason: unknown) {
    super("The walk was ended.", { cause: reason });
  }
}

function kindOf(entry: Dirent<Buffer>): FoundEntry["kind"] {
  if (entry.isFile()) return "file";
  return entry.isSymbolicLink() ? "link" : "other";
}
