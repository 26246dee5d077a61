import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";

/** What a process took. */
export interface Spent {
  /** Processor time of all its threads, in seconds. */
  readonly cpu: number;
  /** Most resident memory. */
  readonly peakMb: number;
  /** From start to end. */
  readonly seconds: number;
}

/** Has a process write what it took into the file of `BENCH_SPENT` as it ends. */
const noteSpent = `data:text/javascript,${encodeURIComponent(`
  import { writeFileSync } from "node:fs";
  process.on("exit", () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const spent = { cpu: (userCPUTime + systemCPUTime) / 1e6, peakMb: maxRSS / 1024 };
    writeFileSync(process.env.BENCH_SPENT, JSON.stringify(spent));
  });`)}`;

/**
 * Runs a program of Node's in a process of its own, and says what it took.
 *
 * @param note a file for the figures, which is removed
 * @throws Error where it ends with another code than 0.
 */
export async function spentBy(program: string, args: readonly string[], note: string): Promise<Spent> {
  const startedAt = performance.now();
  const child = fork(program, args, {
    execArgv: ["--import", noteSpent],
    env: { ...process.env, BENCH_SPENT: note },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const [code] = await once(child, "exit");
  const seconds = (performance.now() - startedAt) / 1000;
  if (code !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${code}`);
  const spent = JSON.parse(readFileSync(note, "utf8"));
  rmSync(note);
  return { ...spent, seconds };
}
