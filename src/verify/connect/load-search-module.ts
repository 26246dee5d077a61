import { access } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { KareninaError, messageOf, refuseSpecialInput } from "../../base/index.ts";
import { isOwnSearch, type OwnSearch } from "../../config/index.ts";

/**
 * The default export of a module of the user's own. The module runs with every right of this process.
 *
 * @throws KareninaError `file_not_found`, `file_unreadable` when it fails while loading or is a pipe or device, `invalid_input` for another export.
 */
export async function loadSearchModule(file: string): Promise<OwnSearch> {
  await access(file).catch((cause: unknown) => {
    throw new KareninaError("file_not_found", `The search module ${file} does not exist.`, { cause });
  });
  await refuseSpecialInput(file, `The search module ${file}`);
  const loaded: { readonly default?: unknown } = await import(pathToFileURL(file).href).catch(
    (cause: unknown) => {
      const message = `The search module ${file} cannot be loaded: ${messageOf(cause)}`;
      throw new KareninaError("file_unreadable", message, { cause });
    },
  );
  if (isOwnSearch(loaded.default)) return loaded.default;
  const found =
    "default" in loaded ? `its default export is ${typeof loaded.default}` : "it has no default export";
  throw new KareninaError("invalid_input", `The search module ${file} is no search tool: ${found}.`, {
    hint: "Export a function, or an object with a method search, ainvoke, arun, invoke or run, as default.",
  });
}
