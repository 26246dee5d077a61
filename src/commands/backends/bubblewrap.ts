import { release } from "node:os";
import type { CommandRequest } from "../../ports/index.ts";
import type { Program } from "../process/run-program.ts";
import {
  devices,
  hiddenFolderBytes,
  insideId,
  insideWorkspace,
  sharedMemoryBytes,
  type ViewEntry,
} from "../view/sandbox-view.ts";
import { endNamespace, unshareNoise } from "./end-namespace.ts";
import { insideCommand } from "./inside-command.ts";
import type { SandboxSettings } from "./namespaces.ts";
import { pidLimitLine } from "./pid-limit.ts";

/** Descriptor of the arguments: on the command line, they would be seen inside and show the machine's folders. */
const argumentsDescriptor = 4;

/**
 * A sandbox made by bubblewrap (0.8 or later). The superuser's sandboxes stand in a further process namespace, whose
 * number of processes is limited and whose devices are read-only: its commands own the machine's devices.
 */
export function bubblewrapProgram(
  request: CommandRequest,
  settings: SandboxSettings,
  { isSuperuser }: { readonly isSuperuser: boolean },
): Program {
  const { view, limits } = settings;
  const texts: string[] = [];
  const args = sandboxArguments(request, settings, (text) => {
    texts.push(text);
    return argumentsDescriptor + texts.length;
  });
  const bubblewrap = ["bwrap", "--args", String(argumentsDescriptor), "--"];
  const inside = insideCommand(request.command, { shell: view.shell, limits });
  const [file = "", ...rest] = isSuperuser
    ? [...outerNamespace(limits.processes), ...bubblewrap, ...inside]
    : [...bubblewrap, ...inside];
  return {
    file,
    args: rest,
    cwd: "/",
    environment: view.environment,
    reportsReady: true,
    inputs: [args.map((arg) => `${arg}\0`).join(""), ...texts],
    watchesProcesses: true,
    noise: unshareNoise,
    end: endNamespace,
  };
}

const outerNamespace = (processes: number): readonly string[] => [
  ...["setpriv", "--pdeathsig", "KILL", "unshare", "--mount"],
  ...["--pid", "--fork", "--kill-child", "--mount-proc"],
  ...["/bin/sh", "-c", outerScript(processes), "sh"],
];

const outerScript = (processes: number): string =>
  [
    "set -e",
    pidLimitLine(processes, release()),
    `for name in ${devices.join(" ")}; do`,
    "  mount --bind /dev/$name /dev/$name; mount -o remount,bind,ro /dev/$name",
    "done",
    'exec "$@"',
  ].join("\n");

function sandboxArguments(
  { workspacePath, readOnly = false }: CommandRequest,
  { view, network, limits }: SandboxSettings,
  descriptorOf: (text: string) => number,
): readonly string[] {
  return [
    ...["--unshare-all", "--unshare-user", "--disable-userns", ...(network ? ["--share-net"] : [])],
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL", "--hostname", "sandbox"],
    ...["--uid", String(insideId), "--gid", String(insideId)],
    ...["--perms", "1777", "--size", String(limits.temporaryBytes), "--tmpfs", "/tmp"],
    ...view.entries.flatMap((entry) => entryArguments(entry, descriptorOf)),
    ...["--proc", "/proc", "--remount-ro", "/proc", "--dev", "/dev"],
    ...["--perms", "1777", "--size", String(sharedMemoryBytes), "--tmpfs", "/dev/shm"],
    ...["--remount-ro", "/dev"],
    ...[readOnly ? "--ro-bind" : "--bind", workspacePath, insideWorkspace, "--chdir", insideWorkspace],
    ...["--remount-ro", "/"],
  ];
}

function entryArguments(entry: ViewEntry, descriptorOf: (text: string) => number): readonly string[] {
  if (entry.kind === "symlink") return ["--symlink", entry.leadsTo, entry.target];
  if (entry.kind === "text")
    return ["--perms", "0644", "--ro-bind-data", String(descriptorOf(entry.text)), entry.target];
  if (entry.kind === "hidden")
    return ["--perms", "0555", "--size", String(hiddenFolderBytes), "--tmpfs", entry.target];
  return ["--ro-bind", entry.source, entry.target];
}
