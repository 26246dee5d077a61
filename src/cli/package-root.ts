import { fileURLToPath } from "node:url";

/** The folder of this package, or of the checkout it runs from. */
export const packageRoot = (): string =>
  fileURLToPath(new URL("../../", import.meta.url)).replace(/[\\/]$/, "");
