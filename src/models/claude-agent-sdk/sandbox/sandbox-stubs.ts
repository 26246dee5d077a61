import { lstat, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { isThere } from "../../../base/index.ts";

/**
 * What the program's sandbox puts into a workspace so that it can be protected from commands. It takes them away
 * itself after a command, but not when it is killed, and some not at all.
 */
const stubNames = [
  ...[".bash_profile", ".bashrc", ".claude", ".gitconfig", ".gitmodules", ".idea", ".mcp.json", ".profile"],
  ...[".ripgreprc", ".vscode", ".zprofile", ".zshrc"],
];

/** Stubs are at most this deep. */
const deepest = 4;

/** Notes which of the names are free. What is returned removes those that hold nothing by then. */
export async function noteStubs(workspacePath: string): Promise<() => Promise<void>> {
  const places = stubNames.map((name) => path.join(workspacePath, name));
  const taken = await Promise.all(places.map(isThere));
  const free = places.filter((_, index) => taken[index] === false);
  return async () => {
    for (const place of free)
      if ((await isThere(place)) && (await holdsNothing(place, deepest)))
        await rm(place, { recursive: true, force: true });
  };
}

async function holdsNothing(place: string, depth: number): Promise<boolean> {
  const found = await lstat(place);
  if (found.isFile()) return found.size === 0;
  if (!found.isDirectory() || depth === 0) return false;
  for (const name of await readdir(place))
    if (!(await holdsNothing(path.join(place, name), depth - 1))) return false;
  return true;
}
