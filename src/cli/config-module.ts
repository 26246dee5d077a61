import { existsSync } from "node:fs";
import path from "node:path";

/** The names of the module that adds to runs in its folder. */
export const configNames = ["ts", "mts", "js", "mjs"].map((ending) => `karenina.config.${ending}`);

/** For help in a folder with such a module, which is not run for it; empty where there is none. */
export function configModuleHelp(folder: string): string {
  const found = configNames.find((name) => existsSync(path.join(folder, name)));
  return found === undefined ? "" : `\nInterfaces of ${found} are known too.`;
}
