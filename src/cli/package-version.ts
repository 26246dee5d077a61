import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "./package-root.ts";

/** The version of this package. */
export function packageVersion(): string {
  const file = path.join(packageRoot(), "package.json");
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }; // our own file
  return version;
}
