import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import type { Writable } from "node:stream";

/** Ends groups of processes when this process is killed and can do nothing more. */
interface GroupKeeper {
  /** Gets ready to keep one group, so that between its start and its being kept there is no time to be killed in. */
  open(): KeptGroup;
}

/** A group that is kept once its leader is known. */
export interface KeptGroup {
  /**
   * @param mark `NAME=value`, without spaces: on Linux, every process with it in its environment is ended too, also one
   * that has left the group
   */
  keep(leader: number | undefined, mark?: string): void;
  /** Twice is fine. */
  release(): void;
}

/**
 * Reads which groups there are, `+ 123/mark` and `- 123/mark`, until its input ends: with this process, or with its last
 * group. In a session of its own no key at a terminal ends it.
 */
const script = [
  'groups=" "',
  "while read -r change group; do",
  '  if [ "$change" = + ]; then groups="$groups$group "',
  '  else groups="${groups%% $group *} ${groups#* $group }"; fi',
  "done",
  'for group in $groups; do kill -KILL "-${group%%/*}"; done',
  "for group in $groups; do",
  "  mark=${group#*/}",
  '  for round in ${mark:+1 2 3}; do for file in $(grep -ls -- "$mark" /proc/[0-9]*/environ); do',
  '    file=${file#/proc/}; kill -KILL "${file%/environ}"',
  "  done; done",
  "done",
].join("\n");

/** A keeper whose helper, a shell that costs next to nothing, runs only while there is a group to keep. */
export function groupKeeper(): GroupKeeper {
  let helper: Writable | null = null;
  let groups = 0;
  return {
    open() {
      if (process.platform === "win32") return { keep: () => undefined, release: () => undefined };
      helper ??= startHelper();
      groups += 1;
      let group: string | undefined;
      let isReleased = false;
      return {
        keep(leader, mark = "") {
          if (leader === undefined) return;
          group = `${leader}/${mark}`;
          helper?.write(`+ ${group}\n`);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          groups -= 1;
          if (group !== undefined) helper?.write(`- ${group}\n`);
          if (groups > 0) return;
          helper?.end();
          helper = null;
        },
      };
    },
  };
}

function startHelper(): Writable | null {
  const helper: ChildProcess = spawn("/bin/sh", ["-c", script, "karenina-group-keeper"], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // without a shell, groups are ended at the exit of this process only
  helper.on("error", () => undefined);
  const { stdin } = helper;
  stdin?.on("error", () => undefined);
  helper.unref();
  if (stdin instanceof Socket) stdin.unref();
  return stdin;
}
