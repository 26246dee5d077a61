import { readErrorCode } from "./error-code.ts";
import { KareninaError } from "./errors.ts";

/**
 * Imports an optional package. Throws `KareninaError` with code `missing_dependency` when it is not installed.
 *
 * @param purpose what it is needed for
 */
export async function loadPackage<T>(
  name: string,
  load: () => Promise<T>,
  purpose = "this model",
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const code = readErrorCode(error);
    if (code !== "ERR_MODULE_NOT_FOUND" && code !== "MODULE_NOT_FOUND") throw error;
    throw new KareninaError(
      "missing_dependency",
      `The package ${name} is needed for ${purpose} and is not installed.`,
      {
        hint: `Run: npm install ${name}`,
        cause: error,
      },
    );
  }
}
