import { readdirSync, readFileSync } from "node:fs";

/**
 * The processes whose environment at their start held this `NAME=value`: also those that left the group of who started
 * them. Only Linux tells environments; elsewhere there are none.
 */
export function markedProcesses(mark: string): readonly number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry) && holdsMark(entry, mark))
    .map(Number);
}

/** A process that has ended, or is another user's, holds nothing. */
function holdsMark(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").includes(mark);
  } catch {
    return false;
  }
}

/** Kills a process, or a group by the negative id of its leader; what has just ended by itself is fine. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has ended
  }
}
