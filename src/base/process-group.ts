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

/** How long a program has once its input is closed, in milliseconds: to end by itself, after SIGTERM, and after SIGKILL. */
export const programGraceMs = { closed: 500, terminated: 1000, killed: 500 } as const;

/** Ends the group of a program whose input is closed: by itself where the program has not ended yet, then by signals. */
export async function endProgramGroup(
  group: ProcessGroup,
  clock: Clock,
  { hasEnded }: { readonly hasEnded: boolean },
): Promise<void> {
  if (!hasEnded) await groupIsGone(group, clock, programGraceMs.closed);
  for (const [signal, ms] of [
    ["SIGTERM", programGraceMs.terminated],
    ["SIGKILL", programGraceMs.killed],
  ] as const) {
    if (!group.isAlive()) break;
    group.signal(signal);
    await groupIsGone(group, clock, ms);
  }
}
