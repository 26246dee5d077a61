import { readFileSync } from "node:fs";
import { killProcess } from "../../base/index.ts";

/** What `unshare` of util-linux 2.38 says when its child is killed. */
export const unshareNoise = "unshare: sigprocmask unblock failed: Invalid argument\n";

/**
 * Ends a sandbox by its first process, which takes everything inside with it; the program outside ends once all of it
 * is gone. Without a first process, the program itself is ended.
 */
export function endNamespace(pid: number): void {
  const [first] = childrenOf(pid);
  killProcess(first ?? pid);
}

function childrenOf(pid: number): readonly number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1");
    return list
      .split(" ")
      .filter((child) => child !== "")
      .map(Number);
  } catch {
    return [];
  }
}
