import { KareninaError, readErrorCode } from "../../base/index.ts";

/**
 * Makes sure that optional packages are installed, without importing them.
 *
 * @param owner who needs them, such as `model "x"`
 * @throws KareninaError `missing_dependency` with the line that installs what is missing.
 */
export function requirePackages(names: readonly string[], owner: string): void {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const subject =
    missing.length === 1 ? `The package ${missing[0]} is` : `The packages ${missing.join(", ")} are`;
  throw new KareninaError("missing_dependency", `${subject} needed for ${owner} and not installed.`, {
    hint: `Run: npm install ${missing.join(" ")}`,
  });
}

/** Found as `import` finds it; a package that exports nothing by its bare name is there all the same. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch (error) {
    return readErrorCode(error) !== "ERR_MODULE_NOT_FOUND";
  }
}
