import { chmod, lstat, mkdir, realpath, rmdir, stat } from "node:fs/promises";
import { userInfo } from "node:os";
import path from "node:path";
import { KareninaError, messageOf } from "../../base/index.ts";
import { safeName } from "./safe-name.ts";

/** A folder in which runs make folders of their own, and where it is written down which. */
export interface WorkspaceArea {
  /** Its real path. */
  readonly folder: string;
  /** True: it is there for workspaces only and goes when it is empty. */
  readonly temporary: boolean;
}

/** Name of the folder, in an area, that has the records, the judges' copies and captures that are being made. */
const recordsFolderName = ".karenina-workspaces";

/** Where the records of an area are. */
export function recordsFolder(area: WorkspaceArea): string {
  return path.join(area.folder, recordsFolderName);
}

/** The area in a folder of the user. Throws `KareninaError` `file_not_found`, `invalid_input` for a file. */
export async function areaIn(folder: string): Promise<WorkspaceArea> {
  const real = await realpath(folder).catch((cause: unknown) => {
    throw new KareninaError(
      "file_not_found",
      `The workspace root ${folder} was not found: ${messageOf(cause)}.`,
      {
        hint: "Give an existing folder as the workspace root.",
        cause,
      },
    );
  });
  if (!(await stat(real)).isDirectory()) {
    throw new KareninaError(
      "invalid_input",
      `Expected a folder as the workspace root, found a file: ${folder}.`,
      {
        hint: "Give the folder that the questions' workspace paths are relative to.",
      },
    );
  }
  return { folder: real, temporary: false };
}

/** Where this user's area among the temporary files is; `base` is the folder for temporary files. */
function temporaryAreaPath(base: string): string {
  const user = process.getuid?.() ?? safeName(userInfo().username);
  return path.join(base, `karenina-${user}`);
}

/**
 * This user's own area among the temporary files, made where it is not there. Throws `KareninaError` `configuration`
 * when something of somebody else's is in its place.
 */
export async function temporaryArea(base: string): Promise<WorkspaceArea> {
  const folder = path.join(await realpath(base), path.basename(temporaryAreaPath(base)));
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw unwritable(folder, error);
  });
  return openedTemporaryArea(folder);
}

/** The same without making it; null: it is not there. */
export async function existingTemporaryArea(base: string): Promise<WorkspaceArea | null> {
  const folder = await realpath(base).then(
    (real) => path.join(real, path.basename(temporaryAreaPath(base))),
    () => null,
  );
  if (folder === null || (await lstat(folder).catch(() => null)) === null) return null;
  return openedTemporaryArea(folder);
}

async function openedTemporaryArea(folder: string): Promise<WorkspaceArea> {
  const entry = await lstat(folder);
  const user = process.getuid?.();
  if (!entry.isDirectory() || (user !== undefined && entry.uid !== user)) {
    throw new KareninaError(
      "configuration",
      `Expected a folder of this user's own, found something else: ${folder}.`,
      {
        hint: "Remove it, or set TMPDIR to a folder that is yours.",
      },
    );
  }
  if (user !== undefined && (entry.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return { folder, temporary: true };
}

/**
 * Makes a folder for the records, or a folder `inner` in it, for this user only, and returns its path. Throws
 * `KareninaError` `file_unwritable` where that is not possible or a link is in its place.
 */
export async function makeRecordsFolder(area: WorkspaceArea, inner?: string): Promise<string> {
  const records = recordsFolder(area);
  for (const folder of inner === undefined ? [records] : [records, path.join(records, inner)]) {
    await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw unwritable(folder, error);
    });
    const entry = await lstat(folder).catch(() => null);
    // null: another run has just tidied it away; whoever needs it asks again
    if (entry !== null && !entry.isDirectory()) throw unwritable(folder, new Error("it is a link or a file"));
  }
  return inner === undefined ? records : path.join(records, inner);
}

/** Removes what is empty of an area's own folders. */
export async function tidyArea(area: WorkspaceArea): Promise<void> {
  const records = recordsFolder(area);
  const own = ["judges", "captures"].map((inner) => path.join(records, inner));
  for (const folder of [...own, records, ...(area.temporary ? [area.folder] : [])])
    await rmdir(folder).catch(() => undefined);
}

/** Something cannot be made in an area. */
export function unwritable(folder: string, cause: unknown): KareninaError {
  return new KareninaError("file_unwritable", `Cannot make ${folder}: ${messageOf(cause)}.`, {
    hint: "Workspaces are made in the workspace root: check that you may write there and that the disk has room.",
    cause,
  });
}
