import { readFileSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import type { Clock } from "../../base/index.ts";
import type { CommandLimits } from "../limits.ts";
import { changedFiles } from "./changed-files.ts";
import { memoryOf, processTree, unnamedBytes } from "./process-tree.ts";

/** What a watch looks at. */
interface WatchedCommand {
  /** The process whose descendants are counted; undefined: only the workspace is watched. */
  readonly pid: number | undefined;
  readonly workspacePath: string;
  readonly limits: CommandLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const shortestPauseMs = 40;
const longestPauseMs = 250;
const walkEveryMs = 2000;
/** A walk through the workspace may take this part of the time. */
const walkShare = 1 / 50;
/** Time stamps of files come from a clock that ticks this slowly. */
const fileClockMs = 50;

/**
 * Looks at what a command uses until the signal fires: often while it grows, seldom while it is quiet. Resolves with a
 * sentence as soon as a limit is passed, or with undefined at the end.
 *
 * The workspace is walked through when the file system lost half of the allowed bytes or files, and from time to time;
 * files that were deleted but are still open count as well.
 */
export async function watchUsage(command: WatchedCommand): Promise<string | undefined> {
  const { clock, signal, workspacePath } = command;
  const began = { at: clock.now() - fileClockMs, disk: await freeSpace(workspacePath), memory: freeMemory() };
  const device = statSync(workspacePath).dev;
  let pause = shortestPauseMs;
  let last = 0;
  let nextWalk = clock.monotonic() + walkEveryMs;
  while (!signal.aborted) {
    const memoryLost = began.memory - freeMemory();
    const look = lookAtProcesses(command, { device, thorough: memoryLost > command.limits.memoryBytes / 2 });
    if (look.problem !== undefined) return look.problem;
    const disk = await freeSpace(workspacePath);
    const lost = { bytes: began.disk.bytes - disk.bytes, files: began.disk.files - disk.files };
    const started = clock.monotonic();
    if (
      started >= nextWalk ||
      lost.bytes > command.limits.diskBytes / 2 ||
      lost.files > command.limits.files / 2
    ) {
      const problem = await lookAtWorkspace(command, { since: began.at, device, lostBytes: lost.bytes });
      if (problem !== undefined) return problem;
      const took = clock.monotonic() - started;
      nextWalk = started + Math.max(walkEveryMs, took / walkShare);
    }
    const size = look.size + Math.max(0, lost.bytes);
    pause = size > last * 1.2 + 1e6 ? shortestPauseMs : Math.min(longestPauseMs, pause * 1.5);
    last = size;
    await clock.sleep(pause, signal).catch(() => undefined);
  }
  return undefined;
}

function lookAtProcesses(
  { pid, limits }: WatchedCommand,
  { device, thorough }: { readonly device: number; readonly thorough: boolean },
): { readonly problem?: string; readonly size: number } {
  if (pid === undefined) return { size: 0 };
  const tree = processTree(pid, limits.processes);
  if (tree.threads > limits.processes) {
    return { problem: `it ran more than ${limits.processes} processes and threads at once`, size: 0 };
  }
  const unnamed = thorough ? unnamedBytes(tree.pids, device).elsewhere : 0;
  const size = tree.pids.reduce((sum, one) => sum + memoryOf(one), unnamed);
  return size > limits.memoryBytes
    ? { problem: `it used more than ${inMebibytes(limits.memoryBytes)} of memory`, size }
    : { size };
}

async function lookAtWorkspace(
  { pid, limits, workspacePath }: WatchedCommand,
  {
    since,
    device,
    lostBytes,
  }: { readonly since: number; readonly device: number; readonly lostBytes: number },
): Promise<string | undefined> {
  const changed = await changedFiles(workspacePath, since, limits.files);
  if (changed.files > limits.files) return `it wrote more than ${limits.files} files`;
  const open = pid === undefined ? 0 : unnamedBytes(processTree(pid, limits.processes).pids, device).onDevice;
  const bytes = Math.max(changed.bytes + open, changed.complete ? 0 : lostBytes);
  return bytes > limits.diskBytes
    ? `it wrote more than ${inMebibytes(limits.diskBytes)} into the workspace`
    : undefined;
}

const inMebibytes = (bytes: number): string => `${Math.round(bytes / 1024 ** 2)} MiB`;

async function freeSpace(folder: string): Promise<{ readonly bytes: number; readonly files: number }> {
  const { bfree, bsize, ffree } = await statfs(folder);
  return { bytes: bfree * bsize, files: ffree };
}

function freeMemory(): number {
  try {
    const [, kibibytes] = /^MemAvailable:\s*(\d+) kB$/m.exec(readFileSync("/proc/meminfo", "latin1")) ?? [];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    // only Linux has it, and only there it is needed
    return 0;
  }
}
