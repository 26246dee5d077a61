import { randomBytes } from "node:crypto";
import { type Clock, KareninaError, killProcess, markedProcesses } from "../../base/index.ts";
import type { CommandRequest } from "../../ports/index.ts";
import { preferredShell } from "../process/closing-descriptors.ts";
import type { Program } from "../process/run-program.ts";

/** What commands without a sandbox are run with. */
interface UnsandboxedSettings {
  readonly searchPath: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

const marker = "KARENINA_COMMAND";
const mostRounds = 20;
const roundMs = 20;

/**
 * A command with all rights of this process, in a session of its own. It is ended with its process group; on Linux also
 * with every process that still has the command's marker in its environment. Who leaves the group and changes its
 * environment is not found.
 */
export function unsandboxedProgram(request: CommandRequest, settings: UnsandboxedSettings): Program {
  if (request.readOnly === true) {
    throw new KareninaError("configuration", "An unsandboxed command cannot be kept from writing.", {
      hint: "Choose a sandboxed backend, or give the agent a copy that it may change.",
    });
  }
  const secret = randomBytes(16).toString("hex");
  const mark = `${marker}=${secret}`;
  const shell = preferredShell();
  return {
    file: "/bin/sh",
    args: ["-c", 'ulimit -c 0; "$1" -c "$2"; exit $?', "sh", shell, request.command],
    cwd: request.workspacePath,
    environment: {
      PATH: settings.searchPath,
      HOME: request.workspacePath,
      LANG: "C.UTF-8",
      TERM: "dumb",
      ...settings.environment,
      [marker]: secret,
    },
    reportsReady: false,
    mark,
    watchesProcesses: true,
    end(pid) {
      killProcess(-pid);
      for (const other of markedProcesses(mark)) killProcess(other);
    },
    async settle(pid) {
      for (let round = 0; round < mostRounds; round += 1) {
        killProcess(-pid);
        const left = markedProcesses(mark);
        if (left.length === 0) return;
        for (const other of left) killProcess(other);
        await settings.clock.sleep(roundMs);
      }
    },
  };
}
