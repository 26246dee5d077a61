import { tmpdir } from "node:os";
import path from "node:path";
import { type Clock, messageOf, systemClock } from "../../base/index.ts";
import { treeSize } from "../tree/tree-size.ts";
import {
  dropEmptyRecord,
  dropRecord,
  type FolderRecord,
  readRecord,
  recordFiles,
  type StoredRecord,
} from "./folder-record.ts";
import { type Processes, systemProcesses } from "./processes.ts";
import { presenceOf, removeFolder } from "./remove-folder.ts";
import {
  areaIn,
  existingTemporaryArea,
  recordsFolder,
  tidyArea,
  type WorkspaceArea,
} from "./workspace-area.ts";

/**
 * Why a folder is there: its run still works (`running`); its run ended without removing it (`abandoned`); its run was told
 * to leave it (`kept`); its run belongs to another machine or container, where it may still work (`elsewhere`); what is in
 * its place is not what was made there (`changed`).
 */
export type LeftoverState = "running" | "abandoned" | "kept" | "elsewhere" | "changed";

/** A folder that a run made and that is still there. */
export interface Leftover {
  readonly path: string;
  readonly state: LeftoverState;
  /** The folder of an answering agent, a judge's copy of one, or a capture that was being made. */
  readonly purpose: FolderRecord["purpose"];
  /** What it was copied from; null: it began empty. */
  readonly source: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly processId: number;
  readonly host: string;
  /** Of the files in it; null where nobody asked. */
  readonly sizeBytes: number | null;
  /** Where it is written down. */
  readonly recordFile: string;
}

/** Where to look. */
export interface LeftoverPlace {
  /** A workspace root, or a folder for captures; null: this user's area among the temporary files. */
  readonly root: string | null;
  /** Folder for temporary files; default: the system's. */
  readonly temporary?: string;
  readonly processes?: Processes;
  /** Adds up the files of each. Default: true. */
  readonly sizes?: boolean;
  readonly clock?: Clock;
}

/** What was found. */
export interface LeftoverList {
  /** In the order of their paths. */
  readonly leftovers: readonly Leftover[];
  /** Records that cannot be read, one sentence each. */
  readonly problems: readonly string[];
}

/** What became of a removal. */
export interface LeftoverRemoval {
  readonly removed: readonly Leftover[];
  /** What stayed, and why. */
  readonly stayed: readonly { readonly leftover: Leftover; readonly reason: string }[];
}

/**
 * Lists the folders that runs made and that are still there. Throws `KareninaError` `file_not_found` for a root that is
 * not there.
 *
 * @example
 * const { leftovers } = await listLeftovers({ root: "tasks" });
 * await removeLeftovers(leftovers, { root: "tasks" });
 */
export async function listLeftovers(place: LeftoverPlace): Promise<LeftoverList> {
  const area = await areaOf(place);
  if (area === null) return { leftovers: [], problems: [] };
  const leftovers: Leftover[] = [];
  const problems: string[] = [];
  for (const file of await recordFiles(area)) {
    try {
      const leftover = await leftoverOf(area, file, place);
      if (leftover !== null) leftovers.push(leftover);
    } catch (error) {
      problems.push(messageOf(error));
    }
  }
  return { leftovers: leftovers.sort((one, other) => (one.path < other.path ? -1 : 1)), problems };
}

/**
 * Removes what ended runs left: the abandoned, and those of the states in `also`. What is running, or is not what was made
 * there, always stays. Each is looked at again before it is removed. Records of folders that are gone go too.
 */
export async function removeLeftovers(
  leftovers: readonly Leftover[],
  place: LeftoverPlace & { readonly also?: readonly ("kept" | "elsewhere")[] },
): Promise<LeftoverRemoval> {
  const area = await areaOf(place);
  const removed: Leftover[] = [];
  const stayed: { leftover: Leftover; reason: string }[] = [];
  if (area === null) return { removed, stayed };
  for (const leftover of leftovers) {
    const reason = await removeOne(area, leftover, place);
    if (reason === null) removed.push(leftover);
    else stayed.push({ leftover, reason });
  }
  await dropRecordsOfNothing(area, place);
  await tidyArea(area);
  return { removed, stayed };
}

async function removeOne(
  area: WorkspaceArea,
  { recordFile }: Leftover,
  { processes = systemProcesses, also = [] }: Parameters<typeof removeLeftovers>[1],
): Promise<string | null> {
  try {
    if (path.dirname(recordFile) !== recordsFolder(area)) return "it belongs to another folder";
    const stored = await readRecord(recordFile);
    if (stored === null) return null;
    const folder = folderOf(area, stored);
    const state = stateOf(stored.record, await processes.stateOf(stored.record.process));
    if (state === "running") return "its run still works";
    if (state !== "abandoned" && !also.includes(state)) return reasons[state];
    await removeFolder({ path: folder, inode: stored.inode, recordFile });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

const reasons = {
  kept: "its run was told to leave it",
  elsewhere: "its run belongs to another machine or container, where it may still work",
} as const;

async function leftoverOf(
  area: WorkspaceArea,
  recordFile: string,
  { processes = systemProcesses, sizes = true }: LeftoverPlace,
): Promise<Leftover | null> {
  const stored = await readRecord(recordFile);
  if (stored === null) return null;
  const { record, inode } = stored;
  const folder = folderOf(area, stored);
  const presence = await presenceOf({ path: folder, inode });
  if (presence === "gone") return null;
  const { processId, host } = record.process;
  return {
    path: folder,
    state: presence === "changed" ? "changed" : stateOf(record, await processes.stateOf(record.process)),
    ...{ purpose: record.purpose, source: record.source, createdAt: record.createdAt, processId, host },
    sizeBytes: sizes && presence === "there" ? await treeSize(folder) : null,
    recordFile,
  };
}

async function dropRecordsOfNothing(
  area: WorkspaceArea,
  { processes = systemProcesses, clock = systemClock }: LeftoverPlace,
): Promise<void> {
  for (const file of await recordFiles(area)) {
    const stored = await readRecord(file).catch(() => null);
    if (stored === null) {
      await dropEmptyRecord(file, clock.now());
      continue;
    }
    const { record, inode } = stored;
    const presence = await presenceOf({ path: folderOf(area, stored), inode });
    if (presence === "gone" && (await processes.stateOf(record.process)) === "ended") await dropRecord(file);
  }
}

function stateOf(
  { keep }: FolderRecord,
  process: Awaited<ReturnType<Processes["stateOf"]>>,
): Exclude<LeftoverState, "changed"> {
  if (process !== "ended") return process;
  return keep ? "kept" : "abandoned";
}

function folderOf(area: WorkspaceArea, { record }: StoredRecord): string {
  return path.join(area.folder, ...record.path.split("/"));
}

async function areaOf({ root, temporary = tmpdir() }: LeftoverPlace): Promise<WorkspaceArea | null> {
  return root === null ? existingTemporaryArea(temporary) : areaIn(root);
}
