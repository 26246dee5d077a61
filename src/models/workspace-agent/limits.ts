/** How much the tools of a workspace agent take and give. */
export interface WorkspaceAgentLimits {
  /** Longest file that is read or searched, in bytes. */
  readonly fileBytes: number;
  /** Lines that one reading gives when the model does not say how many. */
  readonly lines: number;
  /** Characters of a line that are shown. */
  readonly lineLength: number;
  /** Entries of a list. */
  readonly entries: number;
  /** Lines that a search finds. */
  readonly foundLines: number;
  /** Longest text that is written, in bytes. */
  readonly writtenBytes: number;
  /** Bytes of each output stream of a command that are shown. */
  readonly commandOutputBytes: number;
  /** Time of a command when the model does not say how long, in milliseconds. */
  readonly commandMs: number;
  /** Longest time of a command, in milliseconds. */
  readonly longestCommandMs: number;
  /** Tool calls of a run; undefined: no limit. */
  readonly toolCalls: number | undefined;
}

export const defaultWorkspaceAgentLimits: WorkspaceAgentLimits = {
  fileBytes: 10 * 1024 ** 2,
  lines: 2000,
  lineLength: 2000,
  entries: 1000,
  foundLines: 200,
  writtenBytes: 5 * 1024 ** 2,
  commandOutputBytes: 30_000,
  commandMs: 120_000,
  longestCommandMs: 600_000,
  toolCalls: undefined,
};
