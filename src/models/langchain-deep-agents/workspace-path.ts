import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isThere, isWithin } from "../../base/index.ts";

/** The folder of a run and what it is called elsewhere. */
export interface WorkspaceNames {
  /** Absolute and without symbolic links. */
  readonly root: string;
  /** Other absolute names of the folder that a model may have read: on this machine, inside of commands. */
  readonly alsoCalled: readonly string[];
}

/** A path of a file tool after checking. */
type CheckedPath =
  | { readonly path: string; readonly error?: undefined }
  | { readonly path?: undefined; readonly error: string };

/**
 * The path as the file tools take it, with the workspace as `/`. Refuses what leads outside, by `..` or through
 * symbolic links, and what is neither a file nor a folder.
 */
export async function checkedPath(names: WorkspaceNames, given: string): Promise<CheckedPath> {
  const parts = given.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes("..") || parts[0]?.startsWith("~") || given.includes("\0"))
    return { error: `The path "${given}" is refused: it must stay in the workspace, whose root is "/".` };
  const own = `/${parts.join("/")}`;
  const path = (await isThere(join(names.root, parts[0] ?? ""))) ? own : withoutName(names, own);
  return await refusedTarget(names.root, path, given);
}

/** A folder of the workspace that happens to be called like the workspace wins. */
function withoutName({ root, alsoCalled }: WorkspaceNames, path: string): string {
  const name = [root, ...alsoCalled].find((each) => path === each || path.startsWith(`${each}/`));
  return name === undefined || name === "/" ? path : `/${path.slice(name.length + 1)}`;
}

async function refusedTarget(root: string, path: string, given: string): Promise<CheckedPath> {
  let existing = root;
  for (const part of path.split("/").filter((name) => name !== "")) {
    const next = join(existing, part);
    if (!(await isThere(next))) break;
    existing = next;
  }
  const target = await realpath(existing).catch(() => undefined);
  if (target === undefined || !isWithin(root, target))
    return { error: `The path "${given}" is refused: a symbolic link in it leads out of the workspace.` };
  const stats = await lstat(target);
  if (!stats.isFile() && !stats.isDirectory())
    return { error: `The path "${given}" is refused: it is neither a file nor a folder.` };
  return { path };
}
