import { readdirSync, readFileSync } from "node:fs";

/**
 * Processes of this machine, other than this one, that have a text on their command line, in their environment or among
 * their mounts: sandboxed ones have the workspace among those, wherever they went. By process id, with their command line.
 */
export function markedProcesses(text: string): readonly string[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return [];
    const [line = "", ...others] = ["cmdline", "environ", "mountinfo"].map((name) => readIfAny(pid, name));
    const isMarked = line.includes(text) || others.some((other) => other.includes(text));
    return isMarked ? [`${pid} ${line.replaceAll("\0", " ").slice(0, 200)}`] : [];
  });
}

function readIfAny(pid: string, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    // it has ended, or belongs to somebody else
    return "";
  }
}
