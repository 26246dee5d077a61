import type { CommandBackend, CommandLimits } from "../../commands/index.ts";

/** Where an agent's commands run, with every default filled in. */
export interface ResolvedRuntime {
  /** `auto`: the first that works here; `none`: the agent has no commands, only files. */
  readonly backend: "auto" | "none" | CommandBackend;
  readonly accessMode: "read_write" | "read_only";
  readonly network: boolean;
  /** Container image. */
  readonly image: string | null;
  readonly limits: Partial<CommandLimits>;
  readonly readMaxBytes: number | null;
  /** Whether an agent that has a sandbox of its own uses it. */
  readonly sandboxEnabled: boolean;
}
