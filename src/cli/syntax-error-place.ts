import { spawnSync } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Where a module that Node could not parse is wrong, as `file:line:column`, both from 1; of the module or of one that it
 * imports. Undefined when Node does not tell.
 */
export function placeOfSyntaxError(file: string, error: SyntaxError): string | undefined {
  return placeIn(error.stack ?? "") ?? placeIn(checkSyntax(file));
}

/** What Node says about the file alone: the error of an import of JavaScript does not tell its place. */
function checkSyntax(file: string): string {
  return spawnSync(process.execPath, ["--check", file], { encoding: "utf8", timeout: 10_000 }).stderr ?? "";
}

/** Reads what Node puts before a syntax error: the file with its line, some lines of it, and a mark below the column. */
function placeIn(text: string): string | undefined {
  const [first = "", ...lines] = text.split("\n");
  const head = /^(.+):(\d+)$/.exec(first);
  if (head?.[1] === undefined) return undefined;
  const file = head[1].startsWith("file:") ? fileURLToPath(head[1]) : head[1];
  if (!path.isAbsolute(file)) return undefined;
  const mark = lines.find((line) => /^\s*\^+\s*$/.test(line));
  return `${file}:${head[2]}${mark === undefined ? "" : `:${mark.indexOf("^") + 1}`}`;
}
