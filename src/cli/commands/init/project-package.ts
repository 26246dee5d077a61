import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { KareninaError, readJsonFile } from "../../../base/index.ts";
import { packageRoot } from "../../package-root.ts";
import type { ProjectDependencies } from "./project-files.ts";

/** What matters of a package.json that is in the folder of a new project. */
interface ExistingPackage {
  /** True where its `.ts` files are ECMAScript modules. */
  readonly isModule: boolean;
  /** The names of what it depends on. */
  readonly dependencies: readonly string[];
}

const PackageFile = z.looseObject({
  type: z.unknown().optional(),
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

/** Reads a package.json; undefined where there is none. Throws `KareninaError` for one that npm could not read either. */
export async function readExistingPackage(file: string): Promise<ExistingPackage | undefined> {
  if (!existsSync(file)) return undefined;
  const read = PackageFile.safeParse(await readJsonFile(file, file));
  if (!read.success) {
    throw new KareninaError("invalid_input", `${file} is no package.json that npm reads.`, {
      hint: "Repair it, or choose another folder.",
      cause: read.error,
    });
  }
  const { type, dependencies, devDependencies } = read.data;
  return { isModule: type === "module", dependencies: Object.keys({ ...dependencies, ...devDependencies }) };
}

/**
 * What a new project depends on: this package by its path where it runs from a source checkout, by its archive where npm
 * installed it from one, else by its version.
 *
 * @param root the folder of this package
 */
export function projectDependencies(root: string = packageRoot()): Required<ProjectDependencies> {
  const own = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    readonly version: string;
    readonly dependencies: { readonly zod: string };
  }; // our own file
  const local = isCheckout(root) ? root : installedArchive(root);
  return {
    karenina: local === undefined ? `^${own.version}` : `file:${local.split(path.sep).join("/")}`,
    zod: `^${own.dependencies.zod}`,
  };
}

/** A package that npm has put somewhere has no sources with it. */
function isCheckout(root: string): boolean {
  return existsSync(path.join(root, "src", "index.ts"));
}

const InstalledPackages = z.looseObject({
  packages: z.looseObject({ "node_modules/karenina": z.looseObject({ resolved: z.string() }) }),
});

/** The archive that npm notes as where it got this package from; undefined for one of a registry. */
function installedArchive(root: string): string | undefined {
  const modules = path.dirname(root);
  const list = path.join(modules, ".package-lock.json");
  if (!existsSync(list)) return undefined;
  const read = InstalledPackages.safeParse(JSON.parse(readFileSync(list, "utf8")));
  const resolved = read.success ? read.data.packages["node_modules/karenina"].resolved : "";
  if (!resolved.startsWith("file:")) return undefined;
  const archive = path.resolve(modules, "..", decodeURI(resolved.slice("file:".length)));
  return existsSync(archive) ? archive : undefined;
}

/** A name that npm takes for a project in the folder. */
export function projectName(folder: string): string {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
  // npm refuses a project that has the name of its own dependency
  return name === "" || name === "karenina" || name === "zod" ? "karenina-benchmark" : name;
}
