import { systemClock } from "../../base/index.ts";
import type { CommandIo } from "../command-io.ts";

/** A command's surroundings that keep what it writes. */
interface CapturedIo extends CommandIo {
  readonly out: () => string;
  readonly err: () => string;
}

/** Captures output; there is no terminal and nobody to ask. */
export function capturedIo(more: Partial<CommandIo> = {}): CapturedIo {
  let out = "";
  let err = "";
  return {
    stdout: {
      write(text) {
        out += text;
      },
      columns: 100,
    },
    stderr: {
      write(text) {
        err += text;
      },
      columns: 100,
    },
    environment: {},
    workingDirectory: process.cwd(),
    clock: systemClock,
    prompts: undefined,
    interrupted: new AbortController().signal,
    out: () => out,
    err: () => err,
    ...more,
  };
}
