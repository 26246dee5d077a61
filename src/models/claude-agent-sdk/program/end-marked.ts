import { type Clock, killProcess, markedProcesses } from "../../../base/index.ts";

const pollMs = 20;
const mostRounds = 100;

/**
 * Kills every process whose environment at its start held this variable, and waits until none is left. So also those
 * are found that left the program's process group and were adopted by another. Only Linux tells environments;
 * elsewhere the program's group is all that is ended.
 */
export async function endMarked(name: string, value: string, clock: Clock): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const found = markedProcesses(`${name}=${value}`);
    if (found.length === 0) return;
    for (const pid of found) killProcess(pid);
    await clock.sleep(pollMs);
  }
}
