import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { until } from "../../src/base/testing/until.ts";
import { contentOf } from "../../src/workspaces/testing/test-folder.ts";
import { startAgentModels } from "./agent-models.ts";
import { agentProject, busyCommand } from "./agent-project.ts";
import { environmentOf } from "./agent-verify.ts";
import { markedProcesses } from "./marked-processes.ts";
import { testSandboxed } from "./test-sandboxed.ts";

const program = join(import.meta.dirname, "agent-run-program.ts");

/** The pipes that commands stand before. */
function gatesIn(root: string): readonly string[] {
  return readdirSync(root)
    .filter((name) => name.includes("_run_"))
    .map((name) => join(root, name, "gate"))
    .filter((gate) => existsSync(gate));
}

const tasks = isThorough ? 40 : 12;

testSandboxed(`${tasks} agents at the same time leave no process, no folder and no socket`, async () => {
  await using project = await agentProject(tasks);
  const originals = contentOf(project.root);
  const mark = basename(project.folder);
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  await using models = await startAgentModels({
    command: () => `${busyCommand}; mkfifo gate; cat gate`,
    judgeCommand: (task) => (task % 10 === 0 ? busyCommand : null),
    before({ role, turn }) {
      if (role !== "agent" || turn > 0) return;
      waiting += 1;
      // no agent goes on before all are at work
      if (waiting === tasks) all.resolve();
      return all.promise;
    },
  });
  const preset = await project.preset(models.url, { async_max_workers: tasks });
  const child = spawn(process.execPath, [program, project.benchmark, preset, project.root], {
    cwd: import.meta.dirname,
    env: { PATH: process.env.PATH, ...environmentOf(project) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  await using _ended = {
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await output;
    },
  };
  await Promise.race([until(() => gatesIn(project.root).length === tasks), output]);
  const processesAtWork = markedProcesses(mark).length;
  for (const gate of gatesIn(project.root)) await writeFile(gate, "go\n");
  const [stdout, stderr] = await output;
  expect({ code: child.exitCode, signal: child.signalCode, stderr }).toEqual({
    code: 0,
    signal: null,
    stderr: "",
  });
  const said = JSON.parse(stdout);
  expect(said.results).toEqual(
    Array.from({ length: tasks }, (_, task) => ({
      question: `q${task}`,
      failure: null,
      said: `I read WORD-${task}; quick found ${task}.`,
      word: { word: `WORD-${task}` },
      right: true,
    })),
  );
  // every command was at work with all that it had started
  expect(processesAtWork).toBeGreaterThan(7 * tasks);
  expect(markedProcesses(mark)).toEqual([]);
  expect(models.connections.all).toBeGreaterThanOrEqual(tasks);
  expect(models.connections.open).toBe(0);
  expect(said.after).toEqual(said.before);
  expect(readFileSync(join(project.folder, "started"), "utf8")).toBe("started\n");
  expect(readdirSync(project.temporary)).toEqual([]);
  expect(contentOf(project.root)).toEqual(originals);
});
