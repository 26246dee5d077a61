import { readdir, readFile } from "node:fs/promises";
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
    expect(done.stdout).toContain("Taken over, not asked for in this run: the answers of 3 results");
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

test("traits are added to what is known, and a dry run says so", async () => {
  await using run = await projectWithRun();
  const source = await readFile(join(run.project.folder, "benchmark.ts"), "utf8");
  const traits = `benchmark.addGlobalTrait(regexTrait({ name: "cites", pattern: "T1" }));
benchmark.addGlobalTrait(llmTrait({ name: "short", kind: "boolean", description: "Short." }));
export default`;
  const wider = source.replace("{ answerTemplate", "{ llmTrait, regexTrait, answerTemplate");
  await run.project.write(
    "wider.ts",
    wider.replace("export default", () => traits),
  );
  const flags = ["--extend", "run.jsonl", "--evaluation-mode", "template_and_rubric"];
  const both = ["verify", "wider.ts", ...flags, ...modelFlags(run.server.url)];
  const dry = await run.karenina(...both, "--dry-run");
  expect(dry.stderr).toBe("");
  expect(dry.stdout).toContain(
    "Taken over from run.jsonl: 3 results but for the traits that were added; 3 tasks to be judged in all.",
  );
  expect(dry.stdout).toMatch(/^ParseTemplate +j +0 +3 /m);
  expect(dry.stdout).toMatch(/^RubricEvaluation +j +3 +0 /m);
  const one = ["--rubric-traits", "cites"];
  expect((await run.karenina(...both, ...one, "--dry-run")).stdout).toMatch(/^RubricEvaluation +j +0 +3 /m);
  expect(await run.karenina(...both, ...one, "--output", "wider.jsonl")).toMatchObject({ code: 0 });
  expect(run.asked()).toEqual([]);
  const shown = await run.karenina("show", "wider.jsonl", "--question", "1");
  expect(shown.stdout).toContain("origin: taken over but for cites from result ");
});

describe("verify --dry-run", () => {
  test("says what would be asked, what is taken over and the price, and asks and writes nothing", async () => {
    await using run = await projectWithRun();
    const before = await readdir(run.project.folder);
    const dry = await run.karenina("verify", "--extend", "run.jsonl", "--answering-model", "n", "--dry-run");
    expect(dry).toMatchObject({ code: 0, stderr: "" });
    expect(dry.stdout).toBe(
      `Sample: 6 tasks, 3 taken over whole, 3 to be worked on.
Taken over from run.jsonl: 3 results; 3 tasks to be judged in all.
3 answers asked for, as the run has none: q0, q1, q2.

stage           model  asked  taken over  calls  tokens   cost
GenerateAnswer  m          0           3      0       0  $0.00
GenerateAnswer  n          3           0      3      30      ?
ParseTemplate   j          3           3      3      30      ?

Price: nobody knows, by what run.jsonl took.
Nothing was asked, and nothing was written.
`,
    );
    expect(run.asked()).toEqual([]);
    expect(await readdir(run.project.folder)).toEqual(before);
  });

  test("knows the price of models that have one", async () => {
    await using run = await projectWithRun();
    const priced = (modelName: string) => ({
      model_name: modelName,
      endpoint_base_url: run.server.url,
      prices: { input: 1000, output: 2000 },
    });
    await run.project.write(
      "priced.json",
      JSON.stringify({ config: { answering_models: [priced("n")], parsing_models: [priced("j")] } }),
    );
    const flags = ["--preset", "priced.json", "--extend", "run.jsonl", "--trust-log", "--dry-run", "--json"];
    const { stdout } = await run.karenina("verify", "benchmark.ts", ...flags);
    expect(JSON.parse(stdout)).toMatchObject({ tasks: 6, taken_over: 3, cost_known: true });
    const took = [...(await run.results("run.jsonl"))].flatMap(({ stages }) => stages);
    const cost =
      took.reduce((sum, { inputTokens, outputTokens }) => sum + inputTokens + 2 * outputTokens, 0) / 1000;
    expect(cost).toBeGreaterThan(0);
    expect(JSON.parse(stdout).cost_usd).toBeCloseTo(cost, 5);
  });

  test("of a run that knows no other", async () => {
    await using project = await sampleProject(2);
    const flags = [...modelFlags("http://127.0.0.1:9/v1"), "--dry-run"];
    const { code, stdout } = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: project.folder });
    expect(code).toBe(0);
    expect(stdout).toContain("Sample: 2 tasks, 2 to be worked on.");
    expect(stdout).toContain("Price: nobody knows. It is worked out by what a run took that");
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
