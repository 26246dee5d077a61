import { mkdir, rmdir, stat } from "node:fs/promises";
import path from "node:path";
import { readErrorCode } from "../../base/index.ts";
import { addRecord, completeRecord, dropRecord, type FolderRecord } from "./folder-record.ts";
import type { ProcessIdentity } from "./processes.ts";
import { makeRecordsFolder, unwritable, type WorkspaceArea } from "./workspace-area.ts";

/** What a new folder is for. */
export interface FolderClaim {
  readonly area: WorkspaceArea;
  /** Inside the area; a word: a folder beside the records. */
  readonly place: { readonly parent: string } | { readonly beside: "judges" | "captures" };
  /** A name of a run's folder; a number is added where it is taken. */
  readonly name: string;
  readonly purpose: FolderRecord["purpose"];
  readonly source: string | null;
  readonly keep: boolean;
  readonly process: ProcessIdentity;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** A new, empty folder that is written down. */
export interface ClaimedFolder {
  readonly area: WorkspaceArea;
  /** Its real path. */
  readonly path: string;
  readonly inode: bigint;
  readonly recordFile: string;
}

const mostOfOneName = 10_000;

/** Makes a folder of its own, written down before it is there. Throws `KareninaError` `file_unwritable`. */
export async function claimFolder(claim: FolderClaim): Promise<ClaimedFolder> {
  const { area, name } = claim;
  for (let count = 1; count <= mostOfOneName; count++) {
    const claimed = await claimName(claim, count === 1 ? name : `${name}_${count}`);
    if (claimed !== null) return claimed;
  }
  throw unwritable(path.join(area.folder, name), new Error(`all of ${mostOfOneName} names are taken`));
}

/** Null: the name is taken. */
async function claimName(claim: FolderClaim, name: string): Promise<ClaimedFolder | null> {
  const { area, place, purpose, source, keep, process, createdAt } = claim;
  const parent = await parentOf(claim);
  const folder = path.join(parent, name);
  const recordFile = await addRecord(area, {
    version: 1,
    path: path.relative(area.folder, folder).split(path.sep).join("/"),
    ...{ purpose, source, createdAt, keep, process },
  });
  if (recordFile === null) return null;
  try {
    // no other user may run or read what an agent leaves here
    await mkdir(folder, { mode: 0o700 });
    const { ino } = await stat(folder, { bigint: true });
    await completeRecord(recordFile, ino);
    return { area, path: folder, inode: ino, recordFile };
  } catch (error) {
    await dropRecord(recordFile);
    // another run that ends tidies empty folders away, also the one this was to go into
    const code = readErrorCode(error);
    if (code === "EEXIST" || ("beside" in place && code === "ENOENT")) return null;
    await rmdir(folder).catch(() => undefined);
    throw unwritable(folder, error);
  }
}

async function parentOf({ area, place }: FolderClaim): Promise<string> {
  return "parent" in place ? place.parent : makeRecordsFolder(area, place.beside);
}
