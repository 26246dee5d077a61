import { packageVersion } from "../base/index.ts";
import type { ExitCode, ProgramIo } from "./command-io.ts";
import { terminalPrompts } from "./interactive/terminal-prompts.ts";
import { watchInterrupts } from "./interrupts.ts";
import { refuseEarlyEnd } from "./refuse-early-end.ts";
import { runCommandLine } from "./run-command-line.ts";
import { keepMemorySmall } from "./small-memory.ts";

/** The program: runs one command line of this process and ends the process with its exit code. */
export async function main(argv: readonly string[]): Promise<void> {
  if (argv[0] === "summary") keepMemorySmall(4);
  // with less room for what is under way, more of it would be taken for what stays
  if (argv[0] === "verify" || argv[0] === "worker") keepMemorySmall(8);
  const code = await run(argv);
  process.exitCode = code;
  await leave(code);
}

async function run(argv: readonly string[]): Promise<ExitCode> {
  using interrupts = watchInterrupts(process);
  using _ended = refuseEarlyEnd(
    process,
    "The command ended before it was done: its process was ended, or it waits for something that never comes.",
  );
  const io: ProgramIo = {
    stdout: process.stdout,
    stderr: process.stderr,
    environment: process.env,
    workingDirectory: process.cwd(),
    clock: async () => (await import("../base/index.ts")).systemClock,
    prompts:
      process.stdin.isTTY === true && process.stderr.isTTY === true
        ? terminalPrompts({ input: process.stdin, output: process.stderr })
        : undefined,
    interrupted: interrupts.signal,
    stopping: interrupts.stopSignal,
    lastWords: interrupts.lastWords,
  };
  for (const stream of [process.stdout, process.stderr]) stream.on("error", ignoreNobodyReads);
  return await runCommandLine(argv, io, packageVersion());
}

/** Ends the process when all is written, also where code of users holds it with a timer or a connection. */
async function leave(code: ExitCode): Promise<never> {
  for (const stream of [process.stdout, process.stderr])
    await new Promise<void>((written) => void stream.write("", () => written()));
  return process.exit(code);
}

/** A reader that has seen enough, such as `head`, and a terminal that was closed are no fault. */
function ignoreNobodyReads(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
}
