import type { Clock, PatternEngine } from "../../../base/index.ts";
import type { CommandRunner } from "../../../ports/index.ts";
import type { WorkspaceAgentLimits } from "../limits.ts";
import type { ToolTurns } from "./tool-turns.ts";

/** What the tools of one run work on. */
export interface ToolSettings {
  readonly workspacePath: string;
  readonly access: "read_write" | "read_only";
  readonly runner: CommandRunner | null;
  readonly limits: WorkspaceAgentLimits;
  readonly patterns: PatternEngine;
  readonly clock: Clock;
  readonly turns: ToolTurns;
}
