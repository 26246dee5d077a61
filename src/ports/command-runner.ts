/** One command line, run by a shell in a workspace. */
export interface CommandRequest {
  readonly command: string;
  /** Absolute path of the folder that the command sees as its own; nothing else of the user's files is visible. */
  readonly workspacePath: string;
  /** Wall-clock limit in milliseconds; then everything the command started is killed. */
  readonly timeoutMs: number;
  /** At most so many bytes of each of stdout and stderr are kept, head and tail. */
  readonly maxOutputBytes: number;
  /** The command may look at files but not change them. Default false. */
  readonly readOnly?: boolean;
  readonly signal?: AbortSignal;
}

/** How a command ended. */
export interface CommandOutcome {
  /** 124 when the time limit ended it, as `timeout` does; 137 when killed otherwise. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly timedOut: boolean;
  /** Bytes that were left out. */
  readonly omittedBytes: number;
}

/** Runs commands of an agent; nothing that they start outlives them. */
export interface CommandRunner {
  /** What keeps commands inside: `bubblewrap`, `namespaces`, `docker`, `podman`, or `unsandboxed`. */
  readonly backend: string;
  /** What the workspace is called inside, such as `/workspace`. */
  workspacePathInside(workspacePath: string): string;
  /** Rejects only when cancelled, or when the backend itself fails. */
  run(request: CommandRequest): Promise<CommandOutcome>;
  /** Ends what is still running; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}
