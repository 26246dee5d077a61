import { dirname, join, relative, resolve, sep } from "node:path";
import type { SourceFile } from "./source-tree.ts";

const statement = /^(?:import|export)\s+(type\s+)?[^;"]*?from\s+"(\.[^"]+)"/gm;
/** What both the terminal and the page say in the same words: it imports nothing. */
const openFiles = ["base/number-text.ts"];

/** Imports by which the page of reports would carry the program with it: of `src` it knows types, through doors. */
export function findViewerProblems(root: string, files: readonly SourceFile[]): readonly string[] {
  const source = join(root, "src");
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(statement)].flatMap(([, isType, specifier = ""]) => {
      const inner = relative(source, resolve(dirname(path), specifier)).replaceAll(sep, "/");
      if (inner.startsWith("..") || openFiles.includes(inner)) return [];
      const here = relative(root, path);
      if (isType === undefined) return [`${here}: import of src only types, not what ${inner} does`];
      return inner.split("/").slice(1).join("/") === "index.ts"
        ? []
        : [`${here}: import src/${inner} through a door`];
    }),
  );
}
