import { existsSync } from "node:fs";
import { usageError } from "./failure.ts";

/** Throws where a file exists: nothing is replaced without a word. */
export function refuseExisting(file: string): void {
  if (existsSync(file))
    throw usageError(`${file} exists.`, "Choose another file, or replace it with --overwrite.");
}
