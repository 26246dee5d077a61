import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { outcomeOf, readJsonExport, type VerificationResult } from "karenina";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { runCommand, runProgram } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/application");

let place: string;
let service: ChildProcess;
let address: string;
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "application-"));
  service = spawn(process.execPath, [join(folder, "service.ts"), "0"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = await once(service.stdout ?? service, "data");
  address = `http://127.0.0.1:${/port: (\d+)/.exec(String(said))?.[1]}`;
});
afterAll(async () => {
  service.kill();
  await rm(place, { recursive: true, force: true });
});

async function verify(name: string, way: readonly string[]): Promise<readonly VerificationResult[]> {
  const output = join(place, `${name}.json`);
  const base = ["verify", join(folder, "benchmark.ts"), "--preset", join(folder, "offline.json")];
  const run = await runCommand([...base, ...way, "--output", output], { cwd: place });
  expect(run.stderr).not.toContain("error:");
  expect(run.code).toBe(0);
  return [...(await readJsonExport(output)).results];
}

const told = (results: readonly VerificationResult[]) =>
  results.map((result) => ({
    question: result.metadata.questionId,
    outcome: outcomeOf(result),
    reason: result.metadata.failure?.reason,
    contexts: result.template?.retrievedContexts,
    faithfulness: result.rubric?.retrievalTraitScores?.faithfulness,
    unsupported: result.rubric?.retrievalTraitFindings?.faithfulness
      ?.filter(({ counts }) => !counts)
      .map(({ sentence }) => sentence),
  }));

test("the application is judged alike as a function, a program and a service", async () => {
  const byFunction = await verify("function", ["--app", join(folder, "app.ts")]);
  expect(told(byFunction).map(({ outcome }) => outcome)).toEqual([
    "pass",
    "pass",
    "pass",
    "wrong",
    "no_answer",
  ]);
  expect(told(byFunction)[0]?.contexts).toMatchObject([
    { id: "p1", source: "labels/venetoclax.md" },
    { id: "p2", source: "labels/venetoclax.md" },
  ]);
  const faithful = { faithfulness: 1, unsupported: [] };
  expect(told(byFunction)).toMatchObject([
    ...[faithful, faithful, faithful],
    { faithfulness: 2 / 3, unsupported: ["It was approved in 1999."] },
    { faithfulness: undefined, unsupported: undefined },
  ]);
  const program = `"${process.execPath}" "${join(folder, "program.ts")}"`;
  const ways: readonly (readonly string[])[] = [
    ["--command", program],
    ["--command", program, "--command-processes", "2"],
    ["--http", address],
    [
      ...["--http", `${address}/ask -H "X-Team: blue"`, "--http-body", '{ "question": "{{question}}" }'],
      ...["--http-answer", "$.text", "--http-contexts", "$.contexts[*]", "--questions", "0-3"],
    ],
  ];
  for (const [at, way] of ways.entries()) {
    const results = await verify(`way-${at}`, way);
    expect(told(results)).toEqual(told(byFunction).slice(0, results.length));
  }
});

test("`show` marks the claim that is in no passage, as docs/retrieval.md says, and prints the passages", async () => {
  await verify("shown", ["--app", join(folder, "app.ts")]);
  const { stdout } = await runCommand(["show", "shown.json", "--question", "approval-of-imatinib"], {
    cwd: place,
  });
  const page = await readFile(join(root, "docs/retrieval.md"), "utf8");
  const shown = [...page.matchAll(/```text\n([\s\S]*?)```/g)];
  expect(shown).toHaveLength(2);
  for (const [, block = "no output"] of shown) expect(stdout).toContain(block);
  expect(stdout).toMatch(
    /Retrieved contexts\n {2}1 {2}labels\/imatinib\.md, id p3, score [\d.]+\n {2}\| Imatinib inhibits/,
  );
  const [, sql = "", answer] = /```sql\n([\s\S]*?)```\n+```\n([\s\S]*?)```/.exec(page) ?? [];
  expect((await runCommand(["query", "shown.json", sql], { cwd: place })).stdout).toBe(answer);
});

test("docs/applications.md shows the run of the example", async () => {
  const page = await readFile(join(root, "docs/applications.md"), "utf8");
  const shown = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? "no output";
  const run = await runCommand(
    [
      ...["verify", join(folder, "benchmark.ts"), "--preset", join(folder, "offline.json"), "--app"],
      ...[join(folder, "app.ts"), "--no-output"],
    ],
    { cwd: place },
  );
  expect(run.stdout).toContain(shown);
});

test.runIf(isThorough)("recording again gives the same file", async () => {
  await runProgram(join(folder, "record.ts"), place);
  expect(await readFile(join(place, "judge.jsonl"), "utf8")).toBe(
    await readFile(join(folder, "judge.jsonl"), "utf8"),
  );
});
