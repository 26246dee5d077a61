import { randomBytes } from "node:crypto";
import { rename, rm } from "node:fs/promises";
import path from "node:path";

/** Has a file written under a temporary name beside it, which takes its place when it is whole. */
export async function replaceFile(file: string, write: (temporary: string) => Promise<void>): Promise<void> {
  const temporary = path.join(path.dirname(file), `.karenina-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await write(temporary);
    await rename(temporary, file);
  } finally {
    await rm(temporary, { force: true });
  }
}
