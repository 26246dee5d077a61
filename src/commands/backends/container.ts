import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { killProcess } from "../../base/index.ts";
import type { CommandRequest } from "../../ports/index.ts";
import type { CommandLimits } from "../limits.ts";
import type { Program } from "../process/run-program.ts";
import { insideWorkspace } from "../view/sandbox-view.ts";

/** What containers are run with. */
interface ContainerSettings {
  readonly runtime: "docker" | "podman";
  readonly image: string;
  readonly network: boolean;
  readonly limits: CommandLimits;
  /** Variables of the command. */
  readonly environment: Readonly<Record<string, string>>;
  /** The environment of this process, from which the runtime's client gets what it needs to find its daemon. */
  readonly hostEnvironment: Readonly<Record<string, string | undefined>>;
  readonly user: { readonly uid: number; readonly gid: number };
}

const clientVariables =
  /^(?:PATH|HOME|USER|XDG_RUNTIME_DIR|XDG_CONFIG_HOME|DBUS_SESSION_BUS_ADDRESS|DOCKER_.*|CONTAINER_.*|CONTAINERS_.*)$/;

/**
 * The first process of the container, which takes everything inside with it when it ends. It does so with the command,
 * and when its input ends, because this process died and the runtime's client with it. It signals nobody but itself, so
 * that it does no harm should it ever run outside of a container. The command reads from `/dev/null`.
 */
const insideScript = [
  "exec 3<&0 </dev/null",
  "trap 'exit 137' TERM",
  'first="$$"',
  '{ cat <&3 >/dev/null 2>&1; kill -TERM "$first"; } >/dev/null 2>&1 &',
  "exec 3<&-",
  '/bin/sh -c "$1" &',
  'wait "$!"',
  "exit $?",
].join("\n");

/** Calls of {@link Program.end} until the client itself is ended, because its daemon does not answer. */
const patience = 8;

/** A container that is removed with its command; the runtime limits its processes and memory. */
export function containerProgram(request: CommandRequest, settings: ContainerSettings): Program {
  const { runtime, hostEnvironment } = settings;
  const name = `karenina-${randomBytes(8).toString("hex")}`;
  const environment = Object.fromEntries(
    Object.entries(hostEnvironment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && clientVariables.test(entry[0]),
    ),
  );
  const client = (args: readonly string[]) =>
    spawn(runtime, [...args], { env: environment, stdio: "ignore", detached: true });
  let ends = 0;
  return {
    file: runtime,
    args: runArguments(name, request, settings),
    cwd: "/",
    environment,
    reportsReady: false,
    holdsInput: true,
    watchesProcesses: false,
    end(pid) {
      ends += 1;
      if (ends % 2 === 1)
        client(["kill", name])
          .on("error", () => undefined)
          .unref();
      if (ends > patience) killProcess(-pid);
    },
    async settle() {
      if (ends === 0) return;
      await new Promise<void>((resolve) => {
        client(["rm", "--force", name])
          .on("error", () => resolve())
          .on("exit", () => resolve());
      });
    },
  };
}

function runArguments(
  name: string,
  { command, workspacePath, readOnly = false }: CommandRequest,
  { runtime, image, network, limits, environment, user }: ContainerSettings,
): readonly string[] {
  // mount options are separated by commas; a field with one has to be quoted as in CSV
  const source = `"source=${workspacePath.replaceAll('"', '""')}"`;
  return [
    ...["run", "--rm", "--interactive", "--name", name, "--network", network ? "bridge" : "none"],
    ...["--pids-limit", String(limits.processes), "--memory", String(limits.memoryBytes)],
    ...["--memory-swap", String(limits.memoryBytes), "--ulimit", "core=0"],
    ...["--ulimit", `fsize=${limits.fileBytes}`, "--ulimit", `nofile=${limits.openFiles}`],
    ...["--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
    ...["--user", `${user.uid}:${user.gid}`, ...(runtime === "podman" ? ["--userns", "keep-id"] : [])],
    ...["--read-only", "--tmpfs", `/tmp:rw,exec,nosuid,nodev,mode=1777,size=${limits.temporaryBytes}`],
    ...["--mount", `type=bind,${source},target=${insideWorkspace}${readOnly ? ",readonly" : ""}`],
    ...["--workdir", insideWorkspace, "--env", "HOME=/tmp", "--env", "LANG=C.UTF-8"],
    ...Object.entries(environment).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    ...["--entrypoint", "/bin/sh", image, "-c", insideScript, "sh", command],
  ];
}

/** The owner of a workspace: what the command writes has to belong to it. */
export function ownerOf(workspacePath: string): ContainerSettings["user"] {
  const { uid, gid } = statSync(workspacePath);
  return { uid, gid };
}
