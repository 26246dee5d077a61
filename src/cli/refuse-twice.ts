import path from "node:path";
import { isSameFile } from "../base/index.ts";
import { usageError } from "./failure.ts";

/** Refuses a file of results that is named twice: every number would count it twice, or say that nothing changed. */
export async function refuseTwice(files: readonly string[], workingDirectory: string): Promise<void> {
  const full = (file: string) => path.resolve(workingDirectory, file);
  for (const [at, file] of files.entries())
    for (const other of files.slice(at + 1))
      if (file === other || (await isSameFile(full(file), full(other))))
        throw usageError(
          file === other ? `${file} is named twice.` : `${file} and ${other} are one file.`,
          "Name each run once.",
        );
}
