import path from "node:path";
import { KareninaError, messageOf } from "../base/index.ts";
import type { Workspace } from "../ports/index.ts";
import type { ClaimedFolder } from "./area/claim-folder.ts";
import { removeFolder } from "./area/remove-folder.ts";
import { baseOfRunName } from "./area/run-name.ts";
import { clipName, longestBase } from "./area/safe-name.ts";
import { copyWarnings } from "./copy-warnings.ts";
import { copyTree } from "./tree/copy-tree.ts";
import { dropRights } from "./tree/drop-rights.ts";
import type { TreeFingerprint } from "./tree/fingerprint-tree.ts";
import { holdFolder } from "./tree/held-folder.ts";
import { makeWorkable } from "./tree/make-workable.ts";
import { writeInside } from "./tree/write-inside.ts";
import type { WorkspaceRun } from "./workspace-run.ts";

/** A folder that is ready to be worked in. */
export interface ReadyFolder {
  readonly path: string;
  readonly source: string | null;
  readonly replicate: number | null;
  readonly purpose: "answer" | "judge";
  /** Null: a question's own folder, used in place. */
  readonly claimed: ClaimedFolder | null;
  readonly baseline: TreeFingerprint | null;
  /** What its copy lacks. */
  readonly warnings: readonly string[];
  /** Where the request's files stand. Absent: there are none. */
  readonly placed?: readonly string[];
}

/** A folder as the port describes it. What its copy lacks is said once, with the first capture or release. */
export function openWorkspace(run: WorkspaceRun, folder: ReadyFolder): Workspace {
  let unsaid = folder.warnings;
  const takeUnsaid = (): readonly string[] => {
    const warnings = unsaid;
    unsaid = [];
    return warnings;
  };
  let removal: Promise<readonly string[]> | undefined;
  const release = async (): Promise<readonly string[]> => {
    if (removal !== undefined) return removal.then(() => []);
    removal = putAway(run, folder);
    return [...takeUnsaid(), ...(await removal)];
  };
  if (folder.claimed !== null) run.unreleased.set(folder.path, release);
  return {
    path: folder.path,
    isCopy: folder.claimed !== null,
    source: folder.source,
    ...(folder.placed && { placed: folder.placed }),
    copy: () => run.work(() => copyForJudge(run, folder)),
    writeText: (relativePath, text) => writeInside(folder.path, relativePath, text),
    async capture(about) {
      const warnings = takeUnsaid();
      if (folder.purpose === "judge") return warnings;
      await makeOwnWorkable(folder);
      return [...warnings, ...(await run.work(() => run.captures.capture(folder, about)))];
    },
    release,
  };
}

/** Runs what fills a new folder; where that fails, the folder goes again. */
export async function unlessItFails<T>(claimed: ClaimedFolder, fill: () => Promise<T>): Promise<T> {
  try {
    return await fill();
  } catch (error) {
    // a folder that cannot be removed stays written down and is found as a leftover
    await removeFolder(claimed).catch(() => undefined);
    throw error;
  }
}

/** Only what this run made is ever removed, and an answering agent's folder only with clean-up on. */
async function putAway(
  { options, unreleased, work }: WorkspaceRun,
  { claimed, path: folder, purpose }: ReadyFolder,
): Promise<readonly string[]> {
  if (claimed === null) return [];
  unreleased.delete(folder);
  if (purpose === "answer" && !options.cleanup) {
    await dropRights(folder).catch(() => undefined);
    return [`The workspace was kept: ${folder}`];
  }
  try {
    await work(() => removeFolder(claimed));
    return [];
  } catch (error) {
    return [`The workspace ${folder} could not be removed: ${messageOf(error)}`];
  }
}

/** An agent may have closed its folder; a question's own folder is left as it is. */
async function makeOwnWorkable({ claimed, path: folder }: ReadyFolder): Promise<void> {
  if (claimed === null) return;
  try {
    await using held = await holdFolder(folder);
    await makeWorkable(held);
  } catch {
    // the judge or the capture that reads the folder next reports what it cannot read
  }
}

async function copyForJudge(run: WorkspaceRun, folder: ReadyFolder): Promise<Workspace> {
  const { path: from, replicate } = folder;
  run.ended.throwIfAborted();
  await makeOwnWorkable(folder);
  const claimed = await run.folders.claim({
    area: await run.folders.area(),
    place: { beside: "judges" },
    base: clipName(baseOfRunName(path.basename(from)), longestBase),
    ...{ purpose: "judge", source: from, keep: false, replicate },
  });
  return unlessItFails(claimed, async () => {
    const copied = await copyTree({
      from,
      to: claimed.path,
      outsideLinks: "leave_out",
      // also folders that the agent took its own rights from; what still cannot be read is left out
      opens: folder.claimed !== null,
      failures: "collect",
      signal: run.ended,
    }).catch((cause: unknown) => {
      run.ended.throwIfAborted();
      throw new KareninaError("file_unreadable", `Cannot copy the workspace ${from}: ${messageOf(cause)}.`, {
        hint: "The agent may have removed or replaced its folder, or the disk may be full.",
        cause,
      });
    });
    const warnings = copyWarnings(copied);
    return openWorkspace(run, {
      ...{ path: claimed.path, source: from, replicate, purpose: "judge", claimed, baseline: null, warnings },
    });
  });
}
