import { spawn } from "node:child_process";
import { once } from "node:events";
import { realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { describe, expect, it } from "vitest";
import { until } from "../base/testing/until.ts";
import { runningWith } from "./testing/running-processes.ts";
import { openBench, uniqueSeconds } from "./testing/sandbox-backends.ts";

describe("unsandboxed commands", () => {
  it("run in the workspace under its own name, with few variables", async () => {
    process.env.KARENINA_TEST_KEY = "the secret";
    try {
      await using bench = await openBench({ backend: "unsandboxed", environment: { GREETING: "hello" } });
      const outcome = await bench.run("pwd; env; exit 4");
      expect(outcome.exitCode).toBe(4);
      expect(outcome.stdout.split("\n")[0]).toBe(realpathSync(bench.workspacePath));
      expect(outcome.stdout).toContain("GREETING=hello");
      expect(outcome.stdout).not.toContain("the secret");
      expect(bench.runner.workspacePathInside(bench.workspacePath)).toBe(bench.workspacePath);
    } finally {
      delete process.env.KARENINA_TEST_KEY;
    }
  });

  it.runIf(process.platform === "linux")("leave nothing running, whether they end or are ended", async () => {
    await using bench = await openBench({ backend: "unsandboxed" });
    const seconds = uniqueSeconds();
    const leaves = `sleep ${seconds} & nohup setsid sleep ${seconds} & (setsid sleep ${seconds} &); sleep 0.1; echo up`;
    expect(await bench.run(leaves)).toMatchObject({ exitCode: 0, stdout: "up\n" });
    expect(runningWith(seconds)).toBe(0);
    const late = await bench.run(`${leaves}; sleep ${seconds}`, { timeoutMs: 600 });
    expect(late).toMatchObject({ exitCode: 124, timedOut: true, stdout: "up\n" });
    expect(runningWith(seconds)).toBe(0);
  });

  it.runIf(process.platform === "linux")("end with this process, also when it is killed", async () => {
    const seconds = uniqueSeconds();
    const file = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
    const program = `
      const { openBackend } = await import(${file("open-backend.ts")});
      const { runningWith } = await import(${file("testing/running-processes.ts")});
      const runner = openBackend("unsandboxed", {});
      const command = "(trap '' HUP; sleep ${seconds}) & (setsid sleep ${seconds} &); sleep ${seconds}";
      void runner.run({ command, workspacePath: ${JSON.stringify(tmpdir())}, timeoutMs: 60_000, maxOutputBytes: 100 });
      // shells that were given the command have it on their command lines too, with a space
      setInterval(() => runningWith(${JSON.stringify(`sleep\0${seconds}`)}) === 3 && console.log("up"), 10);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");
    await until(() => runningWith(seconds) === 0);
  });

  it("cannot be kept from writing, and say so", async () => {
    await using bench = await openBench({ backend: "unsandboxed" });
    await expect(bench.run("true", { readOnly: true })).rejects.toMatchObject({ code: "configuration" });
  });

  it("need a command that can be passed on and a workspace that exists", async () => {
    await using bench = await openBench({ backend: "unsandboxed" });
    await expect(bench.run("echo \0")).rejects.toMatchObject({ code: "invalid_input" });
    await expect(bench.run(`: ${"x".repeat(200_000)}`)).rejects.toMatchObject({ code: "invalid_input" });
    await expect(bench.run("true", { workspacePath: `${bench.outside}/none` })).rejects.toMatchObject({
      code: "file_not_found",
    });
    await expect(bench.run("true", { workspacePath: "relative" })).rejects.toMatchObject({
      code: "invalid_input",
    });
  });
});
