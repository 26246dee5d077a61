import type { Clock } from "./clock.ts";

/** The processes that one program started, itself included, as far as they did not leave its group. */
export interface ProcessGroup {
  /** False when none of them runs any more. */
  isAlive(): boolean;
  signal(name: "SIGTERM" | "SIGKILL"): void;
}

const pollMs = 20;

/** The group of a program started with `detached`; `leader` is its process id. */
export function processGroup(leader: number): ProcessGroup {
  const send = (signal: NodeJS.Signals | 0): boolean => {
    try {
      // a negative id means the whole group; Windows knows only single processes
      return process.kill(process.platform === "win32" ? leader : -leader, signal);
    } catch {
      return false;
    }
  };
  return { isAlive: () => send(0), signal: (name) => void send(name) };
}

/** Waits until the group is gone; false when it is still there after `withinMs`. */
export async function groupIsGone(group: ProcessGroup, clock: Clock, withinMs: number): Promise<boolean> {
  for (const end = clock.monotonic() + withinMs; group.isAlive(); await clock.sleep(pollMs))
    if (clock.monotonic() >= end) return false;
  return true;
}
