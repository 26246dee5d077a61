import { spawn } from "node:child_process";
import { Socket } from "node:net";

/** Ends groups of processes when this process is killed and can do nothing more. */
export interface GroupKeeper {
  /** Gets ready to keep one group, so that between its start and its being kept there is no time to be killed in. */
  open(): KeptGroup;
}

/** A group that is kept once its leader is known. */
export interface KeptGroup {
  keep(leader: number | undefined): void;
  /** Twice is fine. */
  release(): void;
}

/**
 * Reads which groups there are, `+ 123` and `- 123`, until its input ends: with this process, or with its last group.
 * In a session of its own no key at a terminal ends it.
 */
const script = [
  'groups=" "',
  "while read -r change group; do",
  '  if [ "$change" = + ]; then groups="$groups$group "',
  '  else groups="${groups%% $group *} ${groups#* $group }"; fi',
  "done",
  'for group in $groups; do kill -KILL "-$group"; done',
].join("\n");

/** A keeper whose helper, a shell that costs next to nothing, runs only while there is a group to keep. */
export function groupKeeper(): GroupKeeper {
  let helper: ReturnType<typeof startHelper> | undefined;
  let groups = 0;
  return {
    open() {
      if (process.platform === "win32") return { keep: () => undefined, release: () => undefined };
      helper ??= startHelper();
      groups += 1;
      let leader: number | undefined;
      let isReleased = false;
      return {
        keep(started) {
          leader = started;
          if (started !== undefined) helper?.write(`+ ${started}\n`);
        },
        release() {
          if (isReleased) return;
          isReleased = true;
          groups -= 1;
          if (leader !== undefined) helper?.write(`- ${leader}\n`);
          if (groups > 0) return;
          helper?.end();
          helper = undefined;
        },
      };
    },
  };
}

function startHelper() {
  const helper = spawn("/bin/sh", ["-c", script, "karenina-group-keeper"], {
    cwd: "/",
    env: {},
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // without a shell, groups are ended at the exit of this process only
  helper.on("error", () => undefined);
  helper.stdin.on("error", () => undefined);
  helper.unref();
  if (helper.stdin instanceof Socket) helper.stdin.unref();
  return helper.stdin;
}
