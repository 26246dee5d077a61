import { readFileSync } from "node:fs";
import { readErrorCode } from "../../base/index.ts";

/** True while the process runs; one that has ended but was not collected by its parent does not. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch (error) {
    // there is no /proc everywhere
    return readErrorCode(error) === "ENOENT" && process.platform !== "linux";
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
