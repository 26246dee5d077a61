import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { VerificationResultSet } from "../../src/result/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

/** A project with a run of three questions in `run.jsonl`, and what its server is asked from then on. */
async function projectWithRun() {
  const project = await sampleProject(3);
  const server = await startOpenAiServer({ chat: scripted({ wrong: [1] }) });
  const karenina = (...args: readonly string[]) => runCommand(args, { cwd: project.folder });
  const first = await karenina("verify", "benchmark.ts", ...modelFlags(server.url), "--output", "run.jsonl");
  expect(first).toMatchObject({ code: 0 });
  const before = server.requests.length;
  return {
    ...{ project, server, karenina },
    asked: () =>
      server.requests
        .slice(before)
        .map(({ body }) => body.model)
        .toSorted(),
    results: (name: string) => VerificationResultSet.fromLog(join(project.folder, name)),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

describe("verify --answers-from", () => {
  test("judges the answers of a run anew, without naming their models", async () => {
    await using run = await projectWithRun();
    const flags = ["--base-url", run.server.url, "--parsing-model", "k"];
    const done = await run.karenina(
      ...["verify", "benchmark.ts", "--answers-from", "run.jsonl", "--output", "again.jsonl", ...flags],
    );
    expect(done.stderr).toContain(
      "note: Taken over from run.jsonl: 3 answers to be judged; 3 tasks to be judged in all.",
    );
    expect(done.code).toBe(0);
    expect(done.stdout).toContain("Taken over from earlier runs: the answers of 3 results");
    expect(run.asked()).toEqual(["k", "k", "k"]);
    const results = await run.results("again.jsonl");
    expect([...results].map(({ metadata }) => metadata.answering.modelName)).toEqual(["m", "m", "m"]);
    const shown = await run.karenina("show", "again.jsonl", "--question", "0");
    expect(shown.stdout).toContain("origin: answer taken over from result ");
  });

  test("is resumed from the log alone", async () => {
    await using run = await projectWithRun();
    const flags = ["--base-url", run.server.url, "--parsing-model", "k"];
    await run.karenina(
      ...["verify", "benchmark.ts", "--answers-from", "run.jsonl", "--output", "again.jsonl", ...flags],
    );
    const resumed = await run.karenina("verify", "--resume", "again.jsonl");
    expect(resumed).toMatchObject({ code: 0 });
    expect(run.asked()).toEqual(["k", "k", "k"]);
  });
});

describe("verify --extend", () => {
  test("goes on from a run of one's own: models that are named are added to its models", async () => {
    await using run = await projectWithRun();
    const done = await run.karenina(
      "verify",
      "--extend",
      "run.jsonl",
      "--answering-model",
      "n",
      "--output",
      "two.jsonl",
    );
    expect(done.stderr).toContain("note: Taken over from run.jsonl: 3 results; 3 tasks to be judged in all.");
    expect(done.code).toBe(0);
    expect(run.asked()).toEqual(["j", "j", "j", "n", "n", "n"]);
    const results = await run.results("two.jsonl");
    expect(
      [...results].map(({ metadata: { answering, reused } }) => [answering.modelName, reused?.what]),
    ).toEqual(
      [0, 1, 2].flatMap(() => [
        ["m", "result"],
        ["n", undefined],
      ]),
    );
  });

  test("takes nothing of what a log of somebody else says but its results", async () => {
    await using run = await projectWithRun();
    const log = (await run.results("run.jsonl")).results;
    await new VerificationResultSet(log).save(join(run.project.folder, "foreign.jsonl"));
    const refused = await run.karenina("verify", "--extend", "foreign.jsonl", "--answering-model", "n");
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("`verify` needs a benchmark") });
    const flags = ["--base-url", run.server.url, "--answering-model", "m", "--parsing-model", "k"];
    const done = await run.karenina("verify", "benchmark.ts", "--extend", "foreign.jsonl", ...flags);
    expect(done).toMatchObject({ code: 0 });
    expect(run.asked()).toEqual(["k", "k", "k"]);
  });
});

test.each([
  [["--answers-from", "a.jsonl", "--extend", "b.jsonl"], "contradict each other"],
  [["--missing-answers", "ask"], "--missing-answers goes with --answers-from"],
  [["--extend", "b.jsonl", "--interactive"], "--interactive cannot be used"],
])("verify %j is refused", async (flags, message) => {
  await using project = await sampleProject();
  const refused = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
