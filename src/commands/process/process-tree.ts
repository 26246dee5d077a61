import { readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";

/** The processes that descend from one process, itself included, at one moment. */
interface ProcessTree {
  readonly pids: readonly number[];
  readonly threads: number;
}

/**
 * Reads the descendants of a process from `/proc`. Inside a process namespace nobody can leave the tree: whoever loses
 * its parent becomes a child of the namespace's first process. Empty where the system tells nothing. Stops at `most`
 * threads.
 */
export function processTree(root: number, most: number): ProcessTree {
  const pids: number[] = [];
  let threads = 0;
  const waiting = [root];
  for (let pid = waiting.pop(); pid !== undefined && threads <= most; pid = waiting.pop()) {
    const tasks = orNothing(() => readdirSync(`/proc/${pid}/task`));
    if (tasks === undefined) continue;
    pids.push(pid);
    threads += tasks.length;
    for (const task of tasks) {
      const children = orNothing(() => readFileSync(`/proc/${pid}/task/${task}/children`, "latin1"));
      for (const child of children?.split(" ") ?? []) if (child !== "") waiting.push(Number(child));
    }
  }
  return { pids, threads };
}

/** Private memory of a process in bytes, with shared memory that it has mapped; 0 when it has ended. */
export function memoryOf(pid: number): number {
  const status = orNothing(() => readFileSync(`/proc/${pid}/status`, "latin1")) ?? "";
  const kibibytes = [...status.matchAll(/^Rss(?:Anon|Shmem):\s*(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kibibytes.reduce((sum, size) => sum + size, 0) * 1024;
}

/** Bytes of files without a name that the processes hold open: on the device `device`, and elsewhere (memory). */
export function unnamedBytes(
  pids: readonly number[],
  device: number,
): { readonly onDevice: number; readonly elsewhere: number } {
  const seen = new Set<string>();
  let onDevice = 0;
  let elsewhere = 0;
  for (const pid of pids) {
    for (const descriptor of orNothing(() => readdirSync(`/proc/${pid}/fd`)) ?? []) {
      const link = `/proc/${pid}/fd/${descriptor}`;
      if (orNothing(() => readlinkSync(link))?.endsWith(" (deleted)") !== true) continue;
      const file = orNothing(() => statSync(link));
      const key = `${file?.dev}:${file?.ino}`;
      if (file === undefined || !file.isFile() || seen.has(key)) continue;
      seen.add(key);
      if (file.dev === device) onDevice += file.blocks * 512;
      else elsewhere += file.blocks * 512;
    }
  }
  return { onDevice, elsewhere };
}

/** A process may end between two looks at it. */
function orNothing<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
