import { readdirSync, readFileSync } from "node:fs";
import type { Clock } from "../../../base/index.ts";

const pollMs = 20;
const mostRounds = 100;

/**
 * Kills every process whose environment at its start held this variable, and waits until none is left. So also those
 * are found that left the program's process group and were adopted by another. Only Linux tells environments;
 * elsewhere the program's group is all that is ended.
 */
export async function endMarked(name: string, value: string, clock: Clock): Promise<void> {
  if (process.platform !== "linux") return;
  for (let round = 0; round < mostRounds; round += 1) {
    const found = markedProcesses(`${name}=${value}`);
    if (found.length === 0) return;
    for (const pid of found) kill(pid);
    await clock.sleep(pollMs);
  }
}

function markedProcesses(mark: string): readonly number[] {
  return readdirSync("/proc")
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => pid > 1 && pid !== process.pid && holds(pid, mark));
}

/** A process that has ended, or is another user's, holds nothing. */
function holds(pid: number, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(mark);
  } catch {
    return false;
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // it has just ended by itself
  }
}
