import { tmpdir } from "node:os";
import path from "node:path";
import { isoTimestamp } from "../base/index.ts";
import { type ClaimedFolder, claimFolder, type FolderClaim } from "./area/claim-folder.ts";
import { type ProcessIdentity, systemProcesses } from "./area/processes.ts";
import { runName } from "./area/run-name.ts";
import { areaIn, temporaryArea, tidyArea, type WorkspaceArea } from "./area/workspace-area.ts";
import type { WorkspaceProviderOptions } from "./provider-options.ts";

/** The places of one run, each found when it is first needed, and the folders it makes there. */
export interface RunFolders {
  /** The workspace root's area; without a root, this user's among the temporary files. */
  area(): Promise<WorkspaceArea>;
  claim(folder: FolderRequest): Promise<ClaimedFolder>;
  /** Removes what is empty of the places' own folders. */
  tidy(): Promise<void>;
}

/** What a folder is made for. */
interface FolderRequest extends Pick<FolderClaim, "area" | "place" | "purpose" | "source" | "keep"> {
  /** The name before the run's part. */
  readonly base: string;
  readonly replicate: number | null;
}

/** The places of a run with these options. */
export function runFolders(options: WorkspaceProviderOptions): RunFolders {
  const { root, clock, processId = process.pid, processes = systemProcesses, temporary = tmpdir() } = options;
  const used = new Map<string, WorkspaceArea>();
  let area: Promise<WorkspaceArea> | undefined;
  let identity: Promise<ProcessIdentity> | undefined;
  return {
    area() {
      area ??= root === null ? temporaryArea(temporary) : areaIn(path.resolve(root));
      return area;
    },
    async claim({ base, replicate, ...folder }) {
      identity ??= processes.identify(processId);
      used.set(folder.area.folder, folder.area);
      return claimFolder({
        ...folder,
        name: runName({ base, at: clock.now(), processId, replicate }),
        process: await identity,
        createdAt: isoTimestamp(clock),
      });
    },
    async tidy() {
      for (const place of used.values()) await tidyArea(place);
    },
  };
}
