import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf } from "../../../base/index.ts";
import { entryIn, type HeldFolder, holdFolder } from "./held-folder.ts";

/**
 * Writes a text file inside a folder, with the folders on its way. A file or link of that name is replaced, never written
 * through. Throws `KareninaError` `invalid_input` for a path that leads outside or through a link, `file_unwritable`
 * where it cannot be written.
 */
export async function writeInside(folder: string, relativePath: string, text: string): Promise<void> {
  const names = namesOf(relativePath);
  const name = names.pop() ?? "";
  const opened: HeldFolder[] = [];
  try {
    let inner = await holdFolder(folder);
    opened.push(inner);
    for (const step of names) {
      inner = await stepInto(inner, step, relativePath);
      opened.push(inner);
    }
    await replace(inner, name, text);
  } catch (error) {
    if (KareninaError.isInstance(error)) throw error;
    throw new KareninaError("file_unwritable", `Cannot write ${relativePath}: ${messageOf(error)}.`, {
      hint: "A file or folder without permission to write is in its way.",
      cause: error,
    });
  } finally {
    for (const held of opened) await held[Symbol.asyncDispose]();
  }
}

function namesOf(relativePath: string): string[] {
  const names = relativePath.split(/[/\\]/);
  const bad = names.some((name) => name === "" || name === "." || name === "..");
  if (
    bad ||
    relativePath.includes("\0") ||
    path.isAbsolute(relativePath) ||
    path.win32.isAbsolute(relativePath)
  )
    throw leadsOutside(relativePath, "it must be relative, without empty parts, `.` and `..`");
  return names;
}

async function stepInto(folder: HeldFolder, name: string, whole: string): Promise<HeldFolder> {
  const at = entryIn(folder, Buffer.from(name));
  await mkdir(at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  try {
    return await holdFolder(at);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException; // whatever the file system throws has a code
    if (code !== "ENOTDIR" && code !== "ELOOP") throw error;
    throw leadsOutside(whole, `"${name}" on its way is a link or a file, not a folder`);
  }
}

async function replace(folder: HeldFolder, name: string, text: string): Promise<void> {
  const temporary = entryIn(folder, Buffer.from(`.karenina-${randomBytes(8).toString("hex")}.tmp`));
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, entryIn(folder, Buffer.from(name)));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

function leadsOutside(relativePath: string, reason: string): KareninaError {
  return new KareninaError(
    "invalid_input",
    `Expected a path inside the workspace, found ${JSON.stringify(relativePath)}: ${reason}.`,
    { hint: "Name a file below the workspace's folder." },
  );
}
