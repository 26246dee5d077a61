import { spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { AgentProject } from "./agent-project.ts";
import { userState } from "./run-command.ts";

const entry = resolve(import.meta.dirname, "../../bin/karenina.js");

/** A run of the built command line that is under way; killed when disposed. */
export interface VerifyRun extends AsyncDisposable {
  readonly ended: Promise<{
    readonly code: number | null;
    readonly signal: string | null;
    readonly stdout: string;
    readonly stderr: string;
  }>;
  kill(signal: "SIGKILL" | "SIGTERM"): void;
}

/** A project's programs keep their temporary files, and nothing else, among its own. */
export const environmentOf = ({ temporary }: AgentProject) => ({
  TMPDIR: temporary,
  WORK_KEY: "key",
});

/** Starts a run of the project's benchmark; its results go to `out.json`. */
export function startVerify(project: AgentProject, preset: string, flags: readonly string[] = []): VerifyRun {
  const args = ["verify", project.benchmark, "--preset", preset, "--workspace-root", project.root];
  const output = join(project.folder, "out.json");
  const child = spawn(process.execPath, [entry, ...args, "--output", output, ...flags], {
    cwd: project.folder,
    env: { PATH: process.env.PATH, XDG_STATE_HOME: userState, ...environmentOf(project) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  const ended = closed.then(([stdout, stderr]) => ({
    ...{ code: child.exitCode, signal: child.signalCode, stdout, stderr },
  }));
  return {
    ended,
    kill: (signal) => child.kill(signal),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
