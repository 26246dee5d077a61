import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

const door = new URL("../../src/workspaces/index.ts", import.meta.url).href;
const base = new URL("../../src/base/index.ts", import.meta.url).href;

/** A program that has a workspace and waits; it says the workspace's path. */
async function startRun(root: string) {
  const code = `
import { createWorkspaceProvider } from ${JSON.stringify(door)};
import { systemClock } from ${JSON.stringify(base)};
const output = { mode: "none", dir: null, exclude: [] };
const options = { root: ${JSON.stringify(root)}, copy: true, cleanup: true, output, clock: systemClock };
const provider = createWorkspaceProvider(options);
const { path } = await provider.prepare({ questionId: "q", source: "task", replicate: null });
setInterval(() => undefined, 1000);
process.stdout.write(path);`;
  const child = spawn(process.execPath, ["--input-type=module-typescript", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(child.stdout, "data");
  return {
    workspace: String(said),
    async kill() {
      const closed = once(child, "close");
      child.kill("SIGKILL");
      await closed;
    },
  };
}

test("karenina workspace: a running run's folder stays, a killed one's is listed and removed", async () => {
  await using project = await sampleProject(1);
  const cwd = await realpath(project.folder);
  const temporary = join(cwd, "temporary");
  await mkdir(temporary);
  await mkdir(join(cwd, "tasks/task"), { recursive: true });
  await project.write("tasks/task/a.txt", "A");
  const workspace = (...args: readonly string[]) =>
    runCommand(["workspace", ...args], { cwd, env: { TMPDIR: temporary } });
  expect(await workspace("list")).toEqual({
    code: 0,
    stdout: expect.stringContaining(
      `No workspaces of runs are in ${cwd} or among the temporary files (${temporary}).\n`,
    ),
    stderr: "",
  });

  const run = await startRun(join(cwd, "tasks"));
  expect(JSON.parse((await workspace("list", "tasks", "--json")).stdout)).toMatchObject([
    { path: run.workspace, state: "running" },
  ]);
  expect(await workspace("clean", "tasks", "--yes")).toEqual({
    code: 0,
    stdout: "Stays: 1 folder of running runs.\nNothing to remove.\n",
    stderr: "",
  });

  await run.kill();
  expect((await workspace("list", "tasks")).stdout).toMatch(/^abandoned {2}answer .* 1 B {2}\/.*_run_/m);
  expect(await workspace("clean", "tasks")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--yes"),
  });
  const dry = await workspace("clean", "tasks", "--dry-run");
  expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining("Would remove 1 folder, 1 B.") });
  const clean = await workspace("clean", "tasks", "--yes");
  expect(clean).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringContaining("Removed 1 folder, 1 B."),
  });
  expect(readdirSync(join(cwd, "tasks"))).toEqual(["task"]);
  expect(readdirSync(join(cwd, "tasks/task"))).toEqual(["a.txt"]);
  expect(await workspace("clean", "nowhere")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("was not found"),
  });
});
