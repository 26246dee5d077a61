import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { systemClock } from "./clock.ts";

/** Starts groups that end by nothing but being killed, gives one up, and tells the leaders of the others. */
const program = `
  import { spawn } from "node:child_process";
  const { exitGuard } = await import(${JSON.stringify(new URL("exit-guard.ts", import.meta.url).href)});
  const stubborn = "trap '' TERM HUP INT; (trap '' TERM HUP INT; while :; do sleep 100; done) & while :; do sleep 100; done";
  const start = () => spawn("/bin/sh", ["-c", stubborn], { detached: true, stdio: "ignore" });
  const guard = exitGuard();
  const watched = () => {
    let pid;
    const watch = guard.watch(() => process.kill(-pid, "SIGKILL"), { keepsGroup: true });
    ({ pid } = start());
    watch.keep(pid);
    return { pid, watch };
  };
  const [one, other, ended] = [watched(), watched(), watched()];
  process.kill(-ended.pid, "SIGKILL");
  ended.watch.release();
  ended.watch.release();
  console.log(one.pid, other.pid);
  if (process.argv[1] === "exit") process.exit();
`;

const isAlive = (group: number): boolean => {
  try {
    return process.kill(-group, 0);
  } catch {
    return false;
  }
};

test.skipIf(process.platform === "win32").each(["kill", "exit"])(
  "groups of processes end with their process, whether it can still do something or not: %s",
  async (how) => {
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program, how], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = await once(child.stdout, "data");
    const groups = String(line).trim().split(" ").map(Number);
    expect(groups).toHaveLength(2);
    if (how === "kill") child.kill("SIGKILL");
    await once(child, "exit");
    for (let left = 500; groups.some(isAlive) && left > 0; left -= 1) await systemClock.sleep(10);
    expect(groups.filter(isAlive)).toEqual([]);
  },
);
