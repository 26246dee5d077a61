import { existsSync } from "node:fs";
import path from "node:path";
import { isSameFile, requireFolder } from "../base/index.ts";
import { usageError } from "./failure.ts";

/** What is written, and how. */
interface WrittenFile {
  readonly file: string;
  /** What it is made of, whose other names are refused: only its own says that it is to be replaced. */
  readonly source: string;
  readonly overwrite: boolean | undefined;
}

/** Throws where a file cannot be written for want of its folder, where it exists and may not be replaced, and where it is the source by another name, such as a link. */
export async function refuseExisting({ file, source, overwrite }: WrittenFile): Promise<void> {
  if (path.resolve(source) !== path.resolve(file) && (await isSameFile(source, file)))
    throw usageError(`${file} is the same file as ${source}, which it is made of.`, "Choose another file.");
  await requireFolder(file);
  if (overwrite !== true && existsSync(file))
    throw usageError(`${file} exists.`, "Choose another file, or replace it with --overwrite.");
}
