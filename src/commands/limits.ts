/** What one command may use. */
export interface CommandLimits {
  /** Processes and threads at the same time. */
  readonly processes: number;
  /** Private memory of all processes together; also the most that one process can ask for. */
  readonly memoryBytes: number;
  /** Growth of the workspace. */
  readonly diskBytes: number;
  /** Files that a command may leave in the workspace or change there. */
  readonly files: number;
  /** Length of one file. */
  readonly fileBytes: number;
  /** Size of `/tmp`, which is memory. */
  readonly temporaryBytes: number;
  readonly openFiles: number;
  /** Output of both streams together; a command that writes more is ended. */
  readonly outputBytes: number;
}

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** Enough for builds and test suites, too little to harm a machine. */
export const defaultCommandLimits: CommandLimits = {
  processes: 512,
  memoryBytes: 4 * gibibyte,
  diskBytes: 2 * gibibyte,
  files: 200_000,
  fileBytes: 2 * gibibyte,
  temporaryBytes: 512 * mebibyte,
  openFiles: 4096,
  outputBytes: 256 * mebibyte,
};
