import { release } from "node:os";
import path from "node:path";
import type { CommandRequest } from "../../ports/index.ts";
import type { CommandLimits } from "../limits.ts";
import type { Program } from "../process/run-program.ts";
import {
  devices,
  hiddenFolderBytes,
  insideId,
  insideWorkspace,
  mountsBelow,
  type SandboxView,
  sharedMemoryBytes,
  type ViewEntry,
} from "../view/sandbox-view.ts";
import { endNamespace, unshareNoise } from "./end-namespace.ts";
import { insideCommand } from "./inside-command.ts";
import { pidLimitLine } from "./pid-limit.ts";
import { quotedWord } from "./quoted-word.ts";

/** What a sandbox is built from. */
export interface SandboxSettings {
  readonly view: SandboxView;
  readonly network: boolean;
  readonly limits: CommandLimits;
}

/** Always there, and not needed while the sandbox is built. */
const root = "/sys";
/** Parts of `/proc` through which the owner of the machine could change it. */
const machineFiles = [
  "acpi",
  "bus",
  "driver",
  "fs",
  "irq",
  "mtrr",
  "pressure",
  "scsi",
  "sys",
  "sysrq-trigger",
];

/**
 * A sandbox made by util-linux (2.36 or later) alone: namespaces of its own for users, mounts, processes, messages,
 * names and network; a root of its own; no capabilities and no way to get any.
 */
export function namespacesProgram(request: CommandRequest, settings: SandboxSettings): Program {
  const { view, network, limits } = settings;
  const inside = insideCommand(request.command, { shell: view.shell, limits });
  return {
    file: "setpriv",
    args: [
      ...["--pdeathsig", "KILL", "unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork"],
      ...["--kill-child", "--ipc", "--uts", ...(network ? [] : ["--net"])],
      ...["/bin/sh", "-c", setupScript(request, settings), "sh"],
      ...["unshare", "--user", `--map-user=${insideId}`, `--map-group=${insideId}`, "--keep-caps"],
      ...["setpriv", "--no-new-privs", "--inh-caps=-all", "--ambient-caps=-all", "--bounding-set=-all"],
      ...inside,
    ],
    cwd: "/",
    environment: view.environment,
    reportsReady: true,
    watchesProcesses: true,
    noise: unshareNoise,
    end: endNamespace,
  };
}

function setupScript({ workspacePath, readOnly = false }: CommandRequest, settings: SandboxSettings): string {
  const { view, network, limits } = settings;
  const workspace = inRoot(insideWorkspace);
  return [
    "set -eu",
    `mount -t tmpfs -o mode=0755,size=4m,nosuid,nodev tmpfs ${root}`,
    `mkdir ${root}/proc ${root}/dev ${root}/tmp ${root}/.outside ${workspace}`,
    ...temporary("/tmp", limits.temporaryBytes),
    ...entryLines(view.entries),
    ...bindLines(workspacePath, insideWorkspace, readOnly ? "ro,nosuid,nodev" : "nosuid,nodev"),
    ...devices.map(deviceLine),
    `mkdir ${root}/dev/shm`,
    ...temporary("/dev/shm", sharedMemoryBytes),
    `ln -s /proc/self/fd ${root}/dev/fd`,
    ...["stdin", "stdout", "stderr"].map((name, index) => `ln -s /proc/self/fd/${index} ${root}/dev/${name}`),
    `mount -t proc -o nosuid,nodev,noexec proc ${root}/proc`,
    `cd ${root}`,
    "pivot_root . .outside",
    "cd /",
    "umount -l /.outside",
    "rmdir /.outside",
    pidLimitLine(limits.processes, release()),
    "hostname sandbox 2>/dev/null || :",
    // one for the users' namespace that commands run in, none for them
    "echo 1 > /proc/sys/user/max_user_namespaces",
    network ? ":" : "ip link set lo up 2>/dev/null || :",
    `for name in ${machineFiles.join(" ")}; do`,
    "  [ -e /proc/$name ] || continue",
    "  mount -o bind,ro,nosuid,nodev,noexec /proc/$name /proc/$name",
    "done",
    "mount -o remount,bind,ro /",
    `cd ${insideWorkspace}`,
    'exec "$@"',
  ].join("\n");
}

const inRoot = (target: string): string => quotedWord(`${root}${target}`);

const temporary = (target: string, bytes: number): readonly string[] => [
  `mount -t tmpfs -o mode=1777,size=${bytes},nr_inodes=100k,nosuid,nodev tmpfs ${inRoot(target)}`,
];

/** A device under its name, read-only so that nobody inside can change its permissions. */
const deviceLine = (name: string): string =>
  [
    `if [ -e /dev/${name} ]; then : > ${root}/dev/${name}`,
    `mount -o bind,ro,nosuid,noexec /dev/${name} ${root}/dev/${name}; fi`,
  ].join("\n");

/** Everything in few steps: each program that is started costs as much as a mount. */
function entryLines(entries: readonly ViewEntry[]): readonly string[] {
  const covers = entries.findLastIndex(({ kind }) => kind === "hidden") + 1;
  return [entries.slice(0, covers), entries.slice(covers)].flatMap((part) =>
    part.length === 0 ? [] : [folderLine(part), ...part.flatMap(entryLine)],
  );
}

/** Folders for everything that is there before what hides folders, or after it. */
function folderLine(entries: readonly ViewEntry[]): string {
  const folders = entries.flatMap((entry) => {
    if (entry.kind === "hidden") return [];
    return [entry.kind === "read_only" && entry.isFolder ? entry.target : path.dirname(entry.target)];
  });
  return `mkdir -p ${[...new Set(folders)].map(inRoot).join(" ")}`;
}

function entryLine(entry: ViewEntry): readonly string[] {
  const place = inRoot(entry.target);
  if (entry.kind === "symlink") return [`ln -s ${quotedWord(entry.leadsTo)} ${place}`];
  if (entry.kind === "text") return [`printf %s ${quotedWord(entry.text)} > ${place}`];
  if (entry.kind === "hidden")
    return [`mount -t tmpfs -o mode=0555,size=${hiddenFolderBytes},nosuid,nodev tmpfs ${place}`];
  const bind = bindLines(entry.source, entry.target, "ro,nosuid,nodev");
  return entry.isFolder ? bind : [`: > ${place}`, ...bind];
}

/** A bind with all mounts below it, because single mounts cannot be taken out of a tree; each gets the options. */
function bindLines(source: string, target: string, options: string): readonly string[] {
  const below = mountsBelow(source).map((point) => inRoot(target + point.slice(source.length)));
  return [
    `mount -o rbind,${options} ${quotedWord(source)} ${inRoot(target)}`,
    ...below.map((mounted) => `mount -o remount,bind,${options} ${mounted}`),
  ];
}
