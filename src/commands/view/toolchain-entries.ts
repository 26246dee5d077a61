import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { isWithin } from "../../base/index.ts";
import type { ReadOnlyEntry, ViewEntry } from "./sandbox-view.ts";
import { readOnly } from "./system-entries.ts";

const nodePrograms = ["npm", "npx", "corepack"];
const packages = path.join("lib", "node_modules");

/** The running Node with its own npm. */
export function nodeEntries(nodePath: string): readonly ViewEntry[] {
  const binaries = path.dirname(nodePath);
  if (!existsSync(nodePath)) return [];
  const prefix = path.dirname(binaries);
  const hasNpm =
    existsSync(path.join(prefix, packages, "npm")) && realpathSync(prefix) !== realpathSync(homedir());
  if (!hasNpm) return [readOnly(nodePath)];
  const links = nodePrograms
    .map((name) => path.join(binaries, name))
    .filter((link) => lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink())
    .map((link): ViewEntry => ({ kind: "symlink", leadsTo: readlinkSync(link), target: link }));
  return [readOnly(nodePath), readOnly(path.join(prefix, packages)), ...links];
}

/**
 * Every folder of `/opt` whose programs are on the search path. Programs of a project's own packages do not count: npm
 * puts them there by itself, and what is around them is the project.
 */
export function optEntries(searchPath: string): readonly ReadOnlyEntry[] {
  const folders = searchPath
    .split(path.delimiter)
    .filter((folder) => isUnder(folder, "/opt") && !folder.includes("/node_modules/") && existsSync(folder))
    .map((folder) => path.join("/opt", path.relative("/opt", folder).split(path.sep)[0] ?? ""));
  return [...new Set(folders)].map(readOnly);
}

/** True when a path is an absolute folder or inside it. */
export function isUnder(place: string, folder: string): boolean {
  return path.isAbsolute(place) && isWithin(folder, place);
}
