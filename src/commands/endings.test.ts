import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { type Clock, systemClock } from "../base/index.ts";
import { until } from "../base/testing/until.ts";
import type { CommandLimits } from "./limits.ts";
import { runningWith } from "./testing/running-processes.ts";
import { describeSandboxes, openBench, uniqueSeconds } from "./testing/sandbox-backends.ts";

const mebibyte = 1024 ** 2;
/** Small enough to be harmless while the tests try to go beyond. */
const limits: Partial<CommandLimits> = {
  processes: 64,
  memoryBytes: 256 * mebibyte,
  diskBytes: 32 * mebibyte,
  fileBytes: 16 * mebibyte,
  temporaryBytes: 16 * mebibyte,
  outputBytes: 8 * mebibyte,
  files: 5000,
};
const escapees = (seconds: string) =>
  `sleep ${seconds} & nohup sleep ${seconds} >/dev/null 2>&1 & setsid sleep ${seconds} & (setsid sh -c 'sleep ${seconds} & sleep ${seconds}' &) ; env -i /bin/sleep ${seconds} & sleep 0.1; echo started`;

await describeSandboxes("endings", (backend) => {
  it("ends what a command leaves running, at once", async () => {
    await using bench = await openBench({ backend, limits });
    const seconds = uniqueSeconds();
    const outcome = await bench.run(escapees(seconds));
    expect(outcome).toMatchObject({ exitCode: 0, stdout: "started\n", timedOut: false });
    expect(runningWith(seconds)).toBe(0);
  });

  it("ends everything when the time is up, with what was said so far", async () => {
    const timeoutMs = 777_777;
    const limit = Promise.withResolvers<void>();
    const sleep: Clock["sleep"] = (ms, signal) =>
      ms === timeoutMs ? limit.promise : systemClock.sleep(ms, signal);
    await using bench = await openBench({ backend, limits, clock: { ...systemClock, sleep } });
    const seconds = uniqueSeconds();
    const command = `trap '' TERM INT HUP; ${escapees(seconds)}; touch up; sleep ${seconds}`;
    const ended = bench.run(command, { timeoutMs });
    await untilThere(bench.workspacePath, "up");
    limit.resolve();
    const outcome = await ended;
    expect(outcome).toMatchObject({ exitCode: 124, stdout: "started\n", timedOut: true });
    expect(runningWith(seconds)).toBe(0);
  });

  it("ends everything when it is cancelled, and when the runner is closed", async () => {
    await using bench = await openBench({ backend, limits });
    const seconds = uniqueSeconds();
    const controller = new AbortController();
    const cancelled = bench.run(`touch up; sleep ${seconds}`, { signal: controller.signal });
    await untilThere(bench.workspacePath, "up");
    controller.abort();
    await expect(cancelled).rejects.toMatchObject({ code: "cancelled" });
    const closed = expect(bench.run(`touch on; sleep ${seconds}`)).rejects.toMatchObject({
      code: "cancelled",
    });
    await untilThere(bench.workspacePath, "on");
    await bench.runner[Symbol.asyncDispose]();
    await closed;
    expect(runningWith(seconds)).toBe(0);
  });

  it("ends everything when this process is killed", async () => {
    await using bench = await openBench({ backend, limits });
    const seconds = uniqueSeconds();
    const door = path.join(import.meta.dirname, "index.ts");
    const program = `
      const { chooseCommandRunner } = await import(${JSON.stringify(door)});
      const runner = await chooseCommandRunner({ backend: ${JSON.stringify(backend)} });
      await runner.run({ command: "touch up; sleep ${seconds} & sleep ${seconds}", workspacePath: ${JSON.stringify(bench.workspacePath)}, timeoutMs: 60_000, maxOutputBytes: 100 });`;
    const parent = spawn(process.execPath, ["--input-type=module", "-e", program], { stdio: "ignore" });
    await untilThere(bench.workspacePath, "up");
    parent.kill("SIGKILL");
    await once(parent, "exit");
    await until(() => runningWith(seconds) === 0);
  });

  it("survives a fork bomb", async () => {
    await using bench = await openBench({ backend, limits });
    const seconds = uniqueSeconds();
    const bomb = `bomb() { bomb | bomb & : ${seconds}; }; bomb; sleep 20`;
    const outcome = await bench.run(bomb, { timeoutMs: 3000 });
    expect([124, 137]).toContain(outcome.exitCode);
    expect(runningWith(seconds)).toBe(0);
    expect((await bench.run("echo well")).stdout).toBe("well\n");
  });

  it("ends a command that allocates too much memory, alone or in parts", async () => {
    await using bench = await openBench({ backend, limits });
    const one = await bench.run("node -e 'const all = []; for (;;) all.push(Buffer.alloc(8e6, 1))'");
    expect(one.exitCode).not.toBe(0);
    const parts = `for i in 1 2 3 4; do (head -c 100000000 /dev/zero | tail -c 100000000 | sleep 20) & done; wait`;
    const many = await bench.run(parts, { timeoutMs: 7000 });
    expect(many).toMatchObject({ exitCode: 137, timedOut: false });
    expect(many.stderr).toContain("it used more than 256 MiB of memory");
  });

  it.each([
    ["many files", "i=0; while :; do head -c 4000000 /dev/zero > file$i || exit 1; i=$((i+1)); done"],
    [
      "a file without a name",
      "for i in 1 2 3 4; do (exec 3>gone$i; rm gone$i; head -c 15000000 /dev/zero >&3; sleep 20) & done; wait",
    ],
  ])("ends a command that fills the disk with %s", async (_, command) => {
    await using bench = await openBench({ backend, limits });
    const outcome = await bench.run(command);
    expect(outcome).toMatchObject({ exitCode: 137, timedOut: false });
    expect(outcome.stderr).toContain("it wrote more than 32 MiB into the workspace");
  });

  it("does not let a single file, /tmp or /dev/shm grow beyond their limits", async () => {
    await using bench = await openBench({ backend, limits });
    // -x: programs shown inside /tmp, because they lie there, do not count
    const outcome = await bench.run(
      "head -c 40000000 /dev/zero > one; head -c 40000000 /dev/zero > /tmp/x; head -c 90000000 /dev/zero > /dev/shm/x; du -smx one /tmp /dev/shm | cut -f1",
    );
    const sizes = outcome.stdout.trim().split("\n").map(Number);
    expect(sizes).toHaveLength(3);
    for (const size of sizes) expect(size).toBeLessThanOrEqual(64);
    expect(sizes[0]).toBeLessThanOrEqual(16);
  });

  it("keeps head and tail of much output, and ends a command that never stops writing", async () => {
    await using bench = await openBench({ backend, limits });
    const much = await bench.run("echo first; seq 1 200000; echo last", { maxOutputBytes: 1000 });
    expect(much.exitCode).toBe(0);
    expect(much.stdout).toMatch(/^first\n1\n[\s\S]*bytes left out[\s\S]*\n200000\nlast\n$/);
    expect(much.stdout.length).toBeLessThan(1100);
    expect(much.omittedBytes).toBeGreaterThan(1_000_000);
    const endless = await bench.run("yes");
    expect(endless.exitCode).toBe(137);
    expect(endless.stderr).toContain("bytes of output");
  });

  it("reads from endless devices only what it asks for", async () => {
    await using bench = await openBench({ backend, limits });
    const outcome = await bench.run("head -c 4 /dev/zero | wc -c; cat; cat /dev/full > /tmp/x; echo $?", {
      timeoutMs: 5000,
    });
    expect(outcome.stdout.startsWith("4\n")).toBe(true);
  });
});

const untilThere = (folder: string, name: string) => until(() => readdirSync(folder).includes(name));
