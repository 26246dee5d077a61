import { writeFileSync } from "node:fs";
import { appendFile, readdir, readFile, rm, stat } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { KareninaError, readErrorCode, wireCodec } from "../../base/index.ts";
import { isRunName } from "./run-name.ts";
import { makeRecordsFolder, recordsFolder, unwritable, type WorkspaceArea } from "./workspace-area.ts";

const purposes = ["answer", "judge", "capture"] as const;

/** Written down before a folder is made, so that it is found when its process ends before it could remove it. */
export const FolderRecord = z.object({
  version: z.literal(1),
  /** Relative to the area, with `/`. */
  path: z.string().refine(isPlace, { error: "expected the path of a run's folder" }),
  purpose: z.enum(purposes),
  source: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** True: the run was told to leave it. */
  keep: z.boolean(),
  process: z.object({
    processId: z.int().positive(),
    start: z.string().nullable(),
    boot: z.string().nullable(),
    namespace: z.string().nullable(),
    host: z.string(),
  }),
});
export type FolderRecord = z.infer<typeof FolderRecord>;

/** Added when the folder is there: what tells it from any other of that name. */
const MadeLine = z.object({ inode: z.string().regex(/^\d+$/) });

/** A record as it is found. */
export interface StoredRecord {
  readonly file: string;
  readonly record: FolderRecord;
  /** Null: the process ended before the folder was made, or before anything was put into it. */
  readonly inode: bigint | null;
}

const recordCodec = wireCodec(FolderRecord);
const extension = ".jsonl";
const longest = 64 * 1024;
const longestWriteMs = 60_000;

/** A relative path that only goes down and ends in a name that runs give. */
function isPlace(place: string): boolean {
  const parts = place.split("/");
  return (
    parts.every((part) => part !== "" && part !== "." && part !== ".." && !part.includes("\\")) &&
    !place.includes("\0") &&
    !path.win32.isAbsolute(place) &&
    isRunName(parts.at(-1) ?? "")
  );
}

/** The file of a record; folders of one name are told apart across the whole area. */
export function recordFile(area: WorkspaceArea, folderName: string): string {
  return path.join(recordsFolder(area), `${folderName}${extension}`);
}

/** Writes a record. Null: there is one of that name. Throws `KareninaError` `file_unwritable`. */
export async function addRecord(area: WorkspaceArea, record: FolderRecord): Promise<string | null> {
  const file = recordFile(area, path.posix.basename(record.path));
  const text = `${JSON.stringify(recordCodec.encode(record))}\n`;
  for (let attempt = 1; ; attempt++) {
    try {
      await makeRecordsFolder(area);
      // in one go: a process that is killed between making and writing a file leaves one that says nothing
      writeFileSync(file, text, { flag: "wx", mode: 0o600 });
      return file;
    } catch (error) {
      if (KareninaError.isInstance(error)) throw error;
      const code = readErrorCode(error);
      if (code === "EEXIST") return null;
      // another run that ends tidies empty folders away
      if (code !== "ENOENT" || attempt === 10) throw unwritable(file, error);
    }
  }
}

/** Adds that the folder is there. */
export async function completeRecord(file: string, inode: bigint): Promise<void> {
  await appendFile(file, `${JSON.stringify({ inode: String(inode) })}\n`);
}

/** Removes a record; one that is gone is fine. */
export async function dropRecord(file: string): Promise<void> {
  await rm(file, { force: true });
}

/** The files of all records of an area. */
export async function recordFiles(area: WorkspaceArea): Promise<readonly string[]> {
  const folder = recordsFolder(area);
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
    throw new KareninaError("file_unreadable", `Cannot read ${folder}: ${error.message}.`, { cause: error });
  });
  return names
    .filter((name) => name.endsWith(extension))
    .sort()
    .map((name) => path.join(folder, name));
}

/**
 * Removes a record that nothing was written into, if it is older than any that is just being written: its process was
 * killed, before the folder was made. `now` is in milliseconds since the epoch.
 */
export async function dropEmptyRecord(file: string, now: number): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.size === 0 && now - found.mtimeMs > longestWriteMs) await dropRecord(file);
}

/**
 * Reads a record. Null: it is gone, or nothing was written into it. Throws `KareninaError` `invalid_input`,
 * `file_unreadable` for what is no record.
 */
export async function readRecord(file: string): Promise<StoredRecord | null> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new KareninaError("file_unreadable", `Cannot read ${file}: ${error.message}.`, { cause: error });
  });
  if (text === null || text === "") return null;
  const [planned = "", made = ""] = text.slice(0, longest).split("\n");
  const record = recordCodec.decode(jsonOf(planned, file), file);
  const inode = made === "" ? null : BigInt(MadeLine.parse(jsonOf(made, file)).inode);
  return { file, record, inode };
}

function jsonOf(line: string, file: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new KareninaError("invalid_input", `${file} is no record of a workspace.`, { cause });
  }
}
