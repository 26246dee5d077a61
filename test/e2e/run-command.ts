import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { runCommandLine } from "../../dist/cli/run-command-line.js";
import { systemClock } from "../../dist/index.js";

/** What a run of the command line came to. */
export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs, and with which environment beside PATH and a state folder of its own. */
export interface CommandPlace {
  readonly cwd: string;
  readonly env?: { readonly [name: string]: string };
}

/** Where programs of these tests keep what they know of their own runs. */
export const userState = mkdtempSync(join(tmpdir(), "karenina-e2e-state-"));
process.once("exit", () => rmSync(userState, { recursive: true, force: true }));

/** The built program. */
export const entry = resolve(import.meta.dirname, "../../bin/karenina.js");

/** Runs the built command line in a process of its own. */
export async function spawnCommand(args: readonly string[], { cwd, env }: CommandPlace): Promise<CommandRun> {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd,
    env: environmentWith(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, stdout, stderr };
}

/** Runs the built command line in this process; nobody interrupts it, and there is nobody to ask. */
export function runCommand(args: readonly string[], place: CommandPlace): Promise<CommandRun> {
  return commandHere(runCommandLine, args, place);
}

/** Runs a command line in this process, wherever it was built. */
export async function commandHere(
  run: typeof runCommandLine,
  args: readonly string[],
  { cwd, env }: CommandPlace,
): Promise<CommandRun> {
  const written = { stdout: "", stderr: "" };
  const stream = (name: keyof typeof written) => ({
    write: (part: string) => {
      written[name] += part;
    },
  });
  const io = {
    stdout: stream("stdout"),
    stderr: stream("stderr"),
    environment: environmentWith(env),
    workingDirectory: cwd,
    clock: async () => systemClock,
    prompts: undefined,
    interrupted: new AbortController().signal,
  };
  return { code: await run(args, io, "0.1.0"), ...written };
}

/** Runs a program of an example in this process, once, and waits for its end. */
export async function runProgram(file: string, ...args: readonly string[]): Promise<void> {
  const before = process.argv;
  process.argv = [process.execPath, file, ...args];
  try {
    await import(pathToFileURL(file).href);
  } finally {
    process.argv = before;
  }
}

function environmentWith(env: CommandPlace["env"]) {
  return { PATH: process.env.PATH, XDG_STATE_HOME: userState, ...env };
}
