import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";

/** What a run of the command line came to. */
export interface CommandRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where programs of these tests keep what they know of their own runs. */
export const userState = mkdtempSync(join(tmpdir(), "karenina-e2e-state-"));
process.once("exit", () => rmSync(userState, { recursive: true, force: true }));

const entry = resolve(import.meta.dirname, "../../bin/karenina.js");

/** Runs the built command line in a process of its own, with nothing of this one's environment but PATH and a state folder of its own. */
export async function runCommand(
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: { readonly [name: string]: string } },
): Promise<CommandRun> {
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: userState, ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code: child.exitCode, stdout, stderr };
}
