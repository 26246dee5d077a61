import { realpath } from "node:fs/promises";
import path from "node:path";
import { type Clock, exitGuard, KareninaError } from "../base/index.ts";
import type { CommandOutcome, CommandRequest, CommandRunner } from "../ports/index.ts";
import type { CommandLimits } from "./limits.ts";
import { type Program, runProgram } from "./process/run-program.ts";

/** What makes a runner out of a backend. */
export interface ProgramRunnerSettings {
  readonly backend: string;
  readonly limits: CommandLimits;
  readonly clock: Clock;
  /** The program for one command; the workspace's path has no symbolic links. */
  readonly program: (request: CommandRequest) => Program;
  /** What the workspace is called inside; undefined: as outside. */
  readonly inside: string | undefined;
}

/** A command is one argument of a program, and the system limits those to 128 KiB. */
const longestCommandBytes = 100_000;

/** Runs commands as programs; disposing it ends those that still run and waits for them. */
export function programRunner({
  backend,
  limits,
  clock,
  program,
  inside,
}: ProgramRunnerSettings): CommandRunner {
  const disposal = new AbortController();
  const guard = exitGuard();
  const running = new Set<Promise<CommandOutcome>>();
  return {
    backend,
    workspacePathInside: (workspacePath) => inside ?? workspacePath,
    async run(request) {
      checkCommand(request.command);
      const placed = { ...request, workspacePath: await existingFolder(request.workspacePath) };
      const settings = { backend, limits, clock, guard, disposal: disposal.signal };
      const work = runProgram(program(placed), placed, settings);
      running.add(work);
      return await work.finally(() => running.delete(work));
    },
    async [Symbol.asyncDispose]() {
      disposal.abort(new Error("the command runner was closed"));
      await Promise.allSettled(running);
    },
  };
}

function checkCommand(command: string): void {
  const problem = command.includes("\0")
    ? "it has a NUL character in it"
    : Buffer.byteLength(command) > longestCommandBytes
      ? `it is longer than ${longestCommandBytes} bytes`
      : undefined;
  if (problem === undefined) return;
  throw new KareninaError("invalid_input", `The command cannot be run: ${problem}.`, {
    hint: "Write the text to a file and run that.",
  });
}

async function existingFolder(folder: string): Promise<string> {
  if (!path.isAbsolute(folder)) {
    throw new KareninaError(
      "invalid_input",
      `The path of a workspace must be absolute, not ${JSON.stringify(folder)}.`,
    );
  }
  try {
    return await realpath(folder);
  } catch (cause) {
    throw new KareninaError("file_not_found", `The workspace ${folder} does not exist.`, { cause });
  }
}
