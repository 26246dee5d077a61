import { existsSync } from "node:fs";
import path from "node:path";
import { isSameFile, requireFolder } from "../base/index.ts";
import { usageError } from "./failure.ts";

/** What is written, and how. */
interface WrittenFile {
  readonly file: string;
  /** What it is made of; a link to it is refused as well. */
  readonly source: string;
  readonly overwrite: boolean | undefined;
  /** True: with `overwrite` it may take the place of its source, by the name of that alone: it says the same in another form. Default: what it is made of stays. */
  readonly replacesSource?: boolean;
}

/** Throws where a file cannot be written for want of its folder, where it exists and may not be replaced, and where it is its source. */
export async function refuseExisting(written: WrittenFile): Promise<void> {
  const { file, source, overwrite, replacesSource = false } = written;
  const isNamedAlike = path.resolve(source) === path.resolve(file);
  if (isNamedAlike && !replacesSource)
    throw usageError(`${file} holds what it would be made of.`, "Choose another file.");
  if (!isNamedAlike && (await isSameFile(source, file)))
    throw usageError(`${file} is the same file as ${source}, which it is made of.`, "Choose another file.");
  await requireFolder(file);
  if (overwrite !== true && existsSync(file))
    throw usageError(`${file} exists.`, "Choose another file, or replace it with --overwrite.");
}
