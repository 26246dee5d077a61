import { createRequire } from "node:module";
import { KareninaError, readErrorCode } from "../../base/index.ts";

const require = createRequire(import.meta.url);

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

/** A package that exports nothing to `require` is there all the same. */
export function isInstalled(name: string): boolean {
  try {
    require.resolve(name);
    return true;
  } catch (error) {
    return readErrorCode(error) !== "MODULE_NOT_FOUND";
  }
}
