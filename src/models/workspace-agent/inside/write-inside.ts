import { randomBytes } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { findInside } from "./find-inside.ts";
import { refused } from "./inside-path.ts";

const newMode = 0o666;
/** Without the bits that make a program run as its owner. */
const keptMode = 0o777;

/**
 * Writes a text file, with the folders it needs, as a new file that takes the place of an old one: what the old one
 * shares its bytes with by a hard link does not change. Returns true when there was none before.
 */
export async function writeInside(workspacePath: string, written: string, text: string): Promise<boolean> {
  await using place = await findInside(workspacePath, written, { create: true });
  const { folder, name, found } = place;
  if (name === undefined || found?.isDirectory()) throw refused(written, "it is a folder, not a file");
  if (written.endsWith("/")) throw refused(written, "it names a folder, not a file");
  if (found !== undefined && !found.isFile()) throw refused(written, "it is not a regular file");
  const temporary = folder.at(`.karenina-${randomBytes(8).toString("hex")}.tmp`);
  try {
    await using handle = await open(temporary, "wx", newMode);
    await handle.writeFile(text);
    if (found !== undefined) await handle.chmod(found.mode & keptMode);
    await rename(temporary, folder.at(name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return found === undefined;
}
