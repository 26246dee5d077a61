import { readlink, realpath } from "node:fs/promises";
import path from "node:path";
import { isWithin, readErrorCode } from "../../base/index.ts";
import { entryIn, type HeldFolder } from "./held-folder.ts";

/** Where a symbolic link of a tree points to. */
interface LinkTarget {
  /** True: it ends inside the tree, and a copy of it ends inside the copied tree. */
  readonly inside: boolean;
  /** What a copy of the link says; relative where the link leads inside. */
  readonly text: Buffer;
}

/**
 * Reads a link. One that ends inside its tree is written so that each step of it stays inside wherever the tree is put:
 * absolute targets and detours become a plain relative path. `treePath` is the tree's real path.
 */
export async function linkTarget(folder: HeldFolder, name: Buffer, treePath: Buffer): Promise<LinkTarget> {
  const link = entryIn(folder, name);
  const said = await readlink(link, "buffer");
  // as Latin-1, bytes and characters are the same, so that names which are no text survive
  const tree = treePath.toString("latin1");
  const text = said.toString("latin1");
  const from = (await realpath(folder.at, "buffer")).toString("latin1");
  const named = path.resolve(from, text);
  const plain = isPlain(text) && isWithin(tree, named);
  const stays = plain && !path.isAbsolute(text) && isWithin(tree, path.resolve(from, upwards(text)));
  const end = (await endOf(link)) ?? (plain ? named : null);
  if (end === null || !isWithin(tree, end)) return { inside: false, text: said };
  return { inside: true, text: stays ? said : relativeTo(from, end) };
}

/** True for a relative path that goes up first and then only down, and for an absolute one that only goes down. */
function isPlain(text: string): boolean {
  const parts = text.split(path.sep).filter((part) => part !== "" && part !== ".");
  const down = parts.findIndex((part) => part !== "..");
  return down < 0 || !parts.slice(down).includes("..");
}

/** How far a plain path goes up before it goes down: it may leave the tree there and come back by the tree's name. */
function upwards(text: string): string {
  return text
    .split(path.sep)
    .filter((part) => part === "..")
    .join(path.sep);
}

/** Null: it ends nowhere. */
async function endOf(link: Buffer): Promise<string | null> {
  try {
    return (await realpath(link, "buffer")).toString("latin1");
  } catch (error) {
    const code = readErrorCode(error);
    if (code === "ENOENT" || code === "ELOOP" || code === "ENOTDIR") return null;
    throw error;
  }
}

function relativeTo(from: string, to: string): Buffer {
  return Buffer.from(path.relative(from, to) || ".", "latin1");
}
