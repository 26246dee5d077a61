import { access } from "node:fs/promises";
import { usageError } from "./failure.ts";

/** Throws where a file exists: nothing is replaced without a word. */
export async function refuseExisting(file: string): Promise<void> {
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) throw usageError(`${file} exists.`, "Choose another file, or replace it with --overwrite.");
}
