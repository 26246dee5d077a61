/** The least a process namespace can be limited to. */
const leastPids = 301;

/**
 * A shell line that limits the process ids of the present process namespace, where Linux can do that (6.14 and later;
 * before, the same file is the whole machine's) and allows it. It also holds for the superuser, whom `RLIMIT_NPROC` does not limit.
 */
export function pidLimitLine(processes: number, kernelRelease: string): string {
  const [major = 0, minor = 0] = kernelRelease.split(".").map((part) => Number.parseInt(part, 10));
  const perNamespace = major > 6 || (major === 6 && minor >= 14);
  return perNamespace
    ? `{ echo ${Math.max(leastPids, processes)} > /proc/sys/kernel/pid_max; } 2>/dev/null || :`
    : ":";
}
