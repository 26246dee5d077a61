import { dirname, join, relative, sep } from "node:path";
import { isForTests, type SourceFile } from "./source-tree.ts";

/**
 * Names that a door exports and nobody takes: another folder, the public door, a test, `bench/` or a script. `all` are
 * the files of the whole project.
 */
export function findDoorProblems(source: string, all: readonly SourceFile[]): readonly string[] {
  return all
    .filter(({ path }) => path.startsWith(source + sep) && path.endsWith(`${sep}index.ts`))
    .filter(({ path }) => !publicDoors.some((folder) => dirname(path) === join(source, folder)))
    .flatMap((door) => {
      const unused = unusedNames(door, all);
      const name = join("src", relative(source, door.path));
      return unused.length === 0 ? [] : [`${name}: nobody outside uses ${unused.join(", ")}`];
    });
}

/** Folders of `src` whose doors are for those who install the package. */
const publicDoors = ["", "testing"];

function unusedNames(door: SourceFile, all: readonly SourceFile[]): readonly string[] {
  const folder = dirname(door.path) + sep;
  const taken = all
    .filter(({ path }) => !path.startsWith(folder) || isForTests(path))
    .flatMap(({ imports }) => imports.filter(({ target }) => target === door.path));
  if (taken.some(({ names }) => names === "all")) return [];
  const names = new Set(taken.flatMap((one) => one.names));
  return door.exports.filter((name) => !names.has(name));
}
