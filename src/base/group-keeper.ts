import { spawn } from "node:child_process";
import { Socket } from "node:net";

/** Ends groups of processes when this process is killed and can do nothing more. */
export interface GroupKeeper {
  /** Keeps a group, by its leader. Returns how to take it back; taking it back twice is fine. */
  keep(group: number): () => void;
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
  const kept = new Set<number>();
  let helper: ReturnType<typeof startHelper> | undefined;
  return {
    keep(group) {
      if (process.platform === "win32") return () => undefined;
      helper ??= startHelper();
      kept.add(group);
      helper.write(`+ ${group}\n`);
      return () => {
        if (!kept.delete(group)) return;
        helper?.write(`- ${group}\n`);
        if (kept.size > 0) return;
        helper?.end();
        helper = undefined;
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
