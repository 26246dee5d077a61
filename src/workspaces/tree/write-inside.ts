import { randomBytes } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { KareninaError, messageOf } from "../../base/index.ts";
import { entryIn, type HeldFolder, holdFolder } from "./held-folder.ts";

/** So many other folders are tried where something is in the way of the first. */
const mostPlaces = 20;

/**
 * Writes a file inside a folder, with the folders on its way, and gives the path it stands at. A file or link of that
 * name is replaced, never written through. Where something else is in its way (a file or link for a folder, a folder for the
 * file, a folder that may not be written to), it stands below another first name, such as `traces_2/…`. Throws `KareninaError`
 * `invalid_input` for a path that leads outside, `file_unwritable` where it can be written nowhere.
 */
export async function writeInside(
  folder: string,
  relativePath: string,
  content: string | Uint8Array,
): Promise<string> {
  const [first = "", ...rest] = namesOf(relativePath);
  let failure: unknown;
  for (let place = 1; place <= mostPlaces; place += 1) {
    const names = [place === 1 ? first : `${first}_${place}`, ...rest];
    try {
      await writeAt(folder, names, content);
      return names.join("/");
    } catch (error) {
      failure ??= error;
    }
  }
  throw new KareninaError("file_unwritable", `Cannot write ${relativePath}: ${messageOf(failure)}.`, {
    hint: "Something that may not be written to is in its way, or the disk is full.",
    cause: failure,
  });
}

async function writeAt(
  folder: string,
  names: readonly string[],
  content: string | Uint8Array,
): Promise<void> {
  await using opened = new AsyncDisposableStack();
  let inner = opened.use(await holdFolder(folder));
  for (const step of names.slice(0, -1)) inner = opened.use(await stepInto(inner, step));
  await replace(inner, names.at(-1) ?? "", content);
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

async function stepInto(folder: HeldFolder, name: string): Promise<HeldFolder> {
  const at = entryIn(folder, Buffer.from(name));
  await mkdir(at).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return holdFolder(at);
}

async function replace(folder: HeldFolder, name: string, content: string | Uint8Array): Promise<void> {
  const temporary = entryIn(folder, Buffer.from(`.karenina-${randomBytes(8).toString("hex")}.tmp`));
  try {
    await writeFile(temporary, content, { flag: "wx" });
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
