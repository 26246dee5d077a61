import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** What a file takes from another: names, or everything. */
export interface FileImport {
  readonly target: string;
  readonly names: readonly string[] | "all";
}

/** A TypeScript file with what it takes from others and what it gives; paths are absolute. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly FileImport[];
  readonly exports: readonly string[];
}

const importStatement =
  /^(?:import|export)\s+(?:type\s+)?(?:(\*)[^;"]*?|\{([^}]*)\}\s+|[\w$]+\s+)from\s+"([^"]+)"|^import\s+"([^"]+)"/gm;
const importCall = /(?:const\s+\{([^}]*)\}\s*=\s*await\s+)?\bimport\(\s*"([^"]+)"\s*\)/g;
const exportedDeclaration =
  /^export\s+(?:declare\s+)?(?:async\s+)?(?:abstract\s+)?(?:function\*?|const|let|class|interface|type)\s+([\w$]+)/gm;
const exportList = /^export\s+(?:type\s+)?\{([^}]*)\}/gm;

/** Reads the TypeScript files of a folder, with JSX or without; one that is not there has none. */
export function readSources(folder: string): readonly SourceFile[] {
  return listFiles(folder)
    .filter((path) => /\.m?tsx?$/.test(path))
    .map((path) => parseSource(path, readFileSync(path, "utf8")));
}

/**
 * Finds the relative imports and the exports of a file. Statements count where they begin a line, as the formatter
 * leaves them, so nothing that a string or a comment holds before them can hide them.
 */
export function parseSource(path: string, text: string): SourceFile {
  const imports: FileImport[] = [];
  const add = (specifier: string, names: FileImport["names"]) => {
    if (specifier.startsWith(".")) imports.push({ target: resolve(dirname(path), specifier), names });
  };
  for (const [, star, list, from, bare] of text.matchAll(importStatement))
    add(from ?? bare ?? "", star === undefined && list !== undefined ? namesBefore(list) : "all");
  for (const [, list, specifier = ""] of text.matchAll(importCall))
    add(specifier, list === undefined ? "all" : namesBefore(list));
  const declared = [...text.matchAll(exportedDeclaration)].map(([, name = ""]) => name);
  const listed = [...text.matchAll(exportList)].flatMap(([, list = ""]) => namesAfter(list));
  return { path, text, imports, exports: [...new Set([...declared, ...listed])] };
}

/** All files of a folder, at every depth. */
export function listFiles(folder: string): readonly string[] {
  if (!exists(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Tests, their servers and what they hold all models to. */
export function isForTests(path: string): boolean {
  return isTest(path) || /\/(testing|contract)\//.test(path);
}

function isTest(path: string): boolean {
  return /\.test(-d)?\.ts$/.test(path);
}

const namesBefore = (list: string) => splitList(list).map(([name = ""]) => name);
const namesAfter = (list: string) => splitList(list).map((names) => names.at(-1) ?? "");

/** `type a as b, c` as `[["a", "b"], ["c"]]`. */
function splitList(list: string): readonly (readonly string[])[] {
  return list
    .split(",")
    .map((entry) => entry.trim().replace(/^type\s+/, ""))
    .filter((entry) => entry !== "")
    .map((entry) => entry.split(/\s+as\s+|\s*:\s*/));
}
