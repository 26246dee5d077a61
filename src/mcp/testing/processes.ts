import { readFileSync } from "node:fs";
import { systemClock } from "../../base/index.ts";

/** True while the process runs; one that has ended but was not collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    // there is no /proc everywhere
    return (
      error instanceof Error && "code" in error && error.code === "ENOENT" && process.platform !== "linux"
    );
  }
}

/** True once the process has ended and its parent has been told. */
export function isCollected(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** Waits until the condition holds; what fails to hold in 30 s fails the test. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = systemClock.monotonic() + 30_000; systemClock.monotonic() < end; ) {
    if (await condition()) return;
    await systemClock.sleep(10);
  }
  throw new Error("the condition did not come to hold within 30 s");
}
