import type { Clock } from "../base/index.ts";
import type { Processes } from "./area/processes.ts";

/** What is kept of the folders that agents worked in. */
export interface WorkspaceOutput {
  /** Nothing; all of it; what is new or changed since the agent began. */
  readonly mode: "none" | "full" | "produced";
  /** Folder for captures, made where it is not there; required unless the mode is `none`. */
  readonly dir: string | null;
  /** Patterns of what never counts as produced, beside the caches that never do. */
  readonly exclude: readonly string[];
}

/** How a run's workspaces are prepared. */
export interface WorkspaceProviderOptions {
  /** Folder that the questions' workspace paths are relative to; null: only questions without files can be worked on. */
  readonly root: string | null;
  /** False: agents work in the question's own folder, which is never removed. */
  readonly copy: boolean;
  /** False: the answering agents' folders stay after the run. Copies for judges always go. */
  readonly cleanup: boolean;
  readonly output: WorkspaceOutput;
  readonly clock: Clock;
  /** Default: this process. */
  readonly processId?: number;
  /** Told what a run's end leaves to say: folders that stay, and what could not be removed. */
  readonly notify?: (text: string) => void;
  /** Folder for temporary files. Default: the system's. */
  readonly temporary?: string;
  /** Default: this machine's. */
  readonly processes?: Processes;
}
