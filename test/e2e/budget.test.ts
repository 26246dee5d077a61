import { afterAll, beforeAll, expect, test } from "vitest";
import { type ModelServer, startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, type SampleProject, sampleProject, scripted } from "./sample-project.ts";

let project: SampleProject;
let server: ModelServer;
beforeAll(async () => {
  project = await sampleProject(6);
  server = await startOpenAiServer({ chat: scripted() });
});
afterAll(async () => {
  await project[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

const run = (...args: string[]) => runCommand(["verify", ...args], { cwd: project.folder });
const started = (...args: string[]) => run("benchmark.ts", ...modelFlags(server.url), ...args);

test("a run ends at its budget with everything kept, and goes on with a new one", async () => {
  const first = await started("--max-calls", "5", "--output", "run.jsonl");
  expect(first.code).toBe(1);
  expect(first.stderr).toContain("Stopped at the run's budget: 2 of 6 tasks done, 4 left");
  expect(first.stderr).toContain(
    "The run's budget allows no further task: 4 of 5 calls are made; 4 tasks of 6 left.",
  );
  expect(first.stderr).toContain("Resume with: npx karenina verify --resume run.jsonl");
  const second = await run("--resume", "run.jsonl", "--max-calls", "8");
  expect(second.stdout).toContain("6/6");
  expect(second.code).toBe(0);
});

test("a limit of cost needs prices, and a file gives them", async () => {
  const asked = server.requests.length;
  const without = await started("--max-cost", "1");
  expect(without.code).toBe(2);
  expect(without.stderr).toMatch(/nobody knows the price of .*--prices/s);
  expect(server.requests.length).toBe(asked);
  const names = modelFlags(server.url).filter((_, at, all) => /model$/.test(all[at - 1] ?? ""));
  const prices = Object.fromEntries(names.map((name) => [name, { input: 1e6, output: 0 }]));
  await project.write("prices.yaml", JSON.stringify({ prices }));
  const priced = await started(
    "--prices",
    "prices.yaml",
    "--max-cost",
    "1",
    "--json",
    "--output",
    "cost.jsonl",
  );
  const { status, tasks } = JSON.parse(priced.stdout);
  expect({ status, finished: tasks.finished < 6 }).toEqual({ status: "budget_spent", finished: true });
  const claude = ["provider", "anthropic", "model", "claude-haiku-4-5"];
  const both = ["answering", "parsing"].flatMap((who) =>
    claude.map((word, at) => (at % 2 ? word : `--${who}-${word}`)),
  );
  const listed = await runCommand(["verify", "benchmark.ts", ...both, "--dry-run"], {
    cwd: project.folder,
    env: { ANTHROPIC_API_KEY: "k" },
  });
  expect(listed.stdout).toMatch(
    /^Prices of claude-haiku-4-5: as https:\/\/\S+ had them on \d{4}-\d\d-\d\d\.$/m,
  );
  await project.write("prices.yaml", "prices: { a: { inputs: 1 } }");
  const wrong = await started("--prices", "prices.yaml");
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toMatch(/The file of prices .*inputs.*input/s);
});
