import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf, requireFolder } from "../base/index.ts";

/**
 * Has a file written under a temporary name beside it, which takes its place when it is whole. Errors name the file. Throws
 * `file_unwritable` where its folder is not there.
 */
export async function replaceFile(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  await requireFolder(file);
  const temporary = path.join(path.dirname(file), `.karenina-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await write(temporary);
    await rename(temporary, file);
  } catch (error) {
    if (!messageOf(error).includes(temporary)) throw error;
    throw new KareninaError("file_unwritable", messageOf(error).replaceAll(temporary, file), {
      cause: error,
    });
  } finally {
    await rm(temporary, { force: true });
  }
}
