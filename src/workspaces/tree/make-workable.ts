import { chmod, stat } from "node:fs/promises";
import type { HeldFolder } from "./held-folder.ts";

/** Lets this user read, write and enter a folder. */
export async function makeWorkable(folder: HeldFolder): Promise<void> {
  const { mode } = await stat(folder.at);
  if ((mode & 0o700) !== 0o700) await chmod(folder.at, mode | 0o700);
}

/** Lets this user read a file, or read and enter a folder. */
export async function makeReadable(path: Buffer): Promise<void> {
  const stats = await stat(path);
  const wanted = stats.isDirectory() ? 0o500 : 0o400;
  if ((stats.mode & wanted) !== wanted) await chmod(path, stats.mode | wanted);
}
