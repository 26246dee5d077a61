import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { ProjectPackage } from "./project-files.ts";

/**
 * What a project in `folder` depends on: this package by its path where it runs from a source checkout, which no registry
 * has, else by its version.
 *
 * @param root the folder of this package
 */
export function projectPackage(folder: string, root: string = packageRoot()): ProjectPackage {
  const own = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly version: string;
    readonly dependencies: { readonly zod: string };
  }; // our own file
  return {
    name: packageName(path.basename(folder)),
    karenina: isCheckout(root) ? `file:${root.split(path.sep).join("/")}` : `^${own.version}`,
    zod: `^${own.dependencies.zod}`,
  };
}

function packageRoot(): string {
  return fileURLToPath(new URL("../../../../", import.meta.url)).replace(/[\\/]$/, "");
}

/** A package that npm has put somewhere has no sources with it. */
function isCheckout(root: string): boolean {
  return existsSync(path.join(root, "src", "index.ts"));
}

function packageName(folder: string): string {
  const name = folder
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // npm refuses a project that has the name of its own dependency
  return name === "" || name === "karenina" || name === "zod" ? "karenina-benchmark" : name;
}
