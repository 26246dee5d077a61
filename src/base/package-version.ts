import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";

/** The version of this package. */
export function packageVersion(): string {
  const file = findPackageJSON("..", import.meta.url);
  if (file === undefined) throw new TypeError("The package's own package.json is missing.");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }; // our own file
  return version;
}
