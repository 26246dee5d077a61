import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { KareninaError } from "../../../base/index.ts";

/**
 * Where the package `pyodide` stands, which is CPython in WebAssembly.
 *
 * @param from the place from which it is looked for; default: this program's
 * @throws KareninaError `template_unreadable` when it is not installed
 */
export function pyodideFolder(from = import.meta.url): string {
  try {
    return realpathSync(dirname(createRequire(from).resolve("pyodide/package.json")));
  } catch (cause) {
    throw new KareninaError(
      "template_unreadable",
      "Python code runs with the package pyodide; it is not installed: npm install pyodide.",
      { cause },
    );
  }
}
