import { expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

test("one machine keeps its runs in a file of SQLite, also one that is gone on with", async () => {
  await using small = await sampleProject(5);
  await using model = await startOpenAiServer({ chat: scripted() });
  const at = { cwd: small.folder };
  const first = ["verify", "benchmark.ts", ...modelFlags(model.url), "--store", "sqlite:runs.db"];
  const cut = await runCommand([...first, "--max-calls", "5", "--output", "run.jsonl"], at);
  expect(cut.code).toBe(1);
  const resumed = await runCommand(
    ["verify", "--resume", "run.jsonl", "--max-calls", "20", "--store", "sqlite:runs.db"],
    at,
  );
  expect(resumed).toMatchObject({ code: 0 });
  const { runs } = JSON.parse(
    (await runCommand(["runs", "list", "--store", "sqlite:runs.db", "--json"], at)).stdout,
  );
  expect(runs).toMatchObject([{ tasks: 5, finished: 5, state: "finished" }]);
  const [id] = runs.map((one: { readonly id: string }) => one.id);
  const exported = await runCommand(
    ["runs", "export", id, "--store", "sqlite:runs.db", "--output", "again.jsonl"],
    at,
  );
  expect(exported).toMatchObject({ code: 0 });
  expect((await runCommand(["summary", "again.jsonl"], at)).stdout).toContain("5/5");
  const shown = await runCommand(["show", "sqlite:runs.db", "--json"], at);
  expect(JSON.parse(shown.stdout)).toHaveLength(5);
  for (const absent of [
    ["show", "sqlite:other.db"],
    ["runs", "list", "--store", "sqlite:other.db"],
  ])
    expect(await runCommand(absent, at)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no store sqlite:other.db"),
    });
  const worker = await runCommand(["worker", "--store", "sqlite:runs.db"], at);
  expect(worker).toMatchObject({ code: 2, stderr: expect.stringContaining("is a store for one machine") });
});

test("who cancels a run of one machine ends it, and is told how it goes on", async () => {
  await using small = await sampleProject(8);
  const answer = scripted();
  const begun = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  await using model = await startOpenAiServer({
    async chat(request, index) {
      if (index === 3) begun.resolve();
      if (index >= 3) await cancelled.promise;
      return answer(request, index);
    },
  });
  const at = { cwd: small.folder };
  const store = ["--store", "sqlite:runs.db"];
  const flags = [...modelFlags(model.url), "--no-preflight", "--concurrency", "1"];
  const run = runCommand(["verify", "benchmark.ts", ...flags, ...store, "--output", "run.jsonl"], at);
  await begun.promise;
  const { runs } = JSON.parse((await runCommand(["runs", "list", ...store, "--json"], at)).stdout);
  const [{ id }] = runs;
  const advice = "Go on with its log: npx karenina verify --resume LOG --store sqlite:runs.db";
  expect(await runCommand(["runs", "resume", id, ...store], at)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(advice),
  });
  const cancel = await runCommand(["runs", "cancel", id, ...store], at);
  expect(cancel).toMatchObject({ code: 0, stdout: expect.stringContaining(advice) });
  cancelled.resolve();
  const { code, stderr } = await run;
  expect(code).toBe(130);
  expect(stderr).toContain("npx karenina verify --resume run.jsonl --store sqlite:runs.db");
  expect(model.requests.length).toBeLessThan(8);
  const resumed = await runCommand(["verify", "--resume", "run.jsonl", ...store], at);
  expect(resumed).toMatchObject({ code: 0 });
  const after = JSON.parse((await runCommand(["runs", "list", ...store, "--json"], at)).stdout);
  expect(after.runs).toMatchObject([{ id, tasks: 8, finished: 8, state: "finished" }]);
  expect(model.requests.length).toBe(16);
});
