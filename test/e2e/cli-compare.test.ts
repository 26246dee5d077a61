import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { failure, openResultLog, type VerificationResult } from "../../src/result/index.ts";
import { sampleResult } from "../../src/result/testing/sample-result.ts";
import { runCommand } from "./run-command.ts";
import { sampleProject } from "./sample-project.ts";

/** A result of a question: a pass, or a wrong answer. */
function verdict(question: number, passed: boolean, model = "small"): VerificationResult {
  return sampleResult({
    metadata: {
      questionId: `q${question}`,
      questionText: `What is target ${question}?`,
      keywords: question === 0 ? ["safety"] : [],
      answering: { interface: "openai", modelName: model, tools: [], configId: null },
      failure: passed ? null : failure({ category: "content", stage: "VerifyTemplate", reason: "wrong" }),
    },
    template: {
      templateVerificationPerformed: true,
      verifyResult: passed,
      parsedGtResponse: { target: `T${question}` },
      parsedLlmResponse: { target: passed ? `T${question}` : "other" },
      fieldResults: { target: passed },
    },
  });
}

async function writeLog(
  file: string,
  results: readonly VerificationResult[],
  benchmark = { name: "Sample", fingerprint: "f" },
): Promise<void> {
  await using log = await openResultLog(file, {
    benchmark,
    configFingerprint: "c",
    startedAt: "2026-01-01T00:00:00.000Z",
  });
  for (const [at, result] of results.entries()) await log.append(`task ${at}`, result);
}

const run = (wrong: readonly number[], model?: string) =>
  Array.from({ length: 20 }, (_, question) => verdict(question, !wrong.includes(question), model));

test("a run without results is named, compares with nothing and meets no gate", async () => {
  await using project = await sampleProject();
  const cwd = project.folder;
  await writeLog(join(cwd, "full.jsonl"), run([7]));
  await writeLog(join(cwd, "empty.jsonl"), []);
  const warning = "warning: empty.jsonl: there are no results.\n";

  const plain = await runCommand(["compare", "full.jsonl", "empty.jsonl"], { cwd });
  const text = "empty against full\n  empty has no results: nothing is compared.\n";
  expect(plain).toEqual({ code: 0, stderr: warning, stdout: text });
  for (const sides of [
    ["full.jsonl", "empty.jsonl"],
    ["empty.jsonl", "full.jsonl"],
  ])
    for (const gate of ["--fail-if-worse=2%", "--fail-on-broken"]) {
      const { code, stdout } = await runCommand(["compare", ...sides, gate, "--json"], { cwd });
      expect(code).toBe(1);
      expect(JSON.parse(stdout).gates).toMatchObject([
        { met: false, conclusive: false, observed: null, problem: "empty has no results" },
      ]);
    }
  const alone = await runCommand(["compare", "empty.jsonl"], { cwd });
  expect(alone).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("There are no results in empty.jsonl"),
  });

  const gates = [
    "pass_rate min=1%",
    "cost max=1",
    "trait trait=x min=1",
    "outcome_share outcome=wrong max=1",
  ];
  const options = ["-o", "e.md", "-o", "e.xml", "-o", "e.html", "--annotations"];
  const report = await runCommand(
    ["report", "empty.jsonl", ...options, ...gates.flatMap((gate) => ["--gate", gate])],
    { cwd },
  );
  expect(report.code).toBe(1);
  expect(report.stderr).toContain(warning);
  expect(report.stderr.match(/: there are no results(;|\n)/g)).toHaveLength(gates.length);
  expect(report.stdout).toContain("::error title=Sample::there are no results\n");
  expect(await readFile(join(cwd, "e.md"), "utf8")).toContain("\n\n**There are no results**\n");
  expect(await readFile(join(cwd, "e.xml"), "utf8")).toContain('tests="1" failures="0" errors="1"');
});

describe("karenina compare", () => {
  test("compares runs, as text and as JSON, and ends with 1 where a gate is not met", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeLog(join(cwd, "before.jsonl"), run([7]));
    await writeLog(join(cwd, "after.jsonl"), run([0, 1, 2, 3, 4, 5, 6]));

    const plain = await runCommand(["compare", "before.jsonl", "after.jsonl"], { cwd });
    expect(plain).toMatchObject({ code: 0, stderr: "" });
    expect(plain.stdout).toMatch(/pass rate +20 +95\.0 % +65\.0 % +-30/);
    expect(plain.stdout).toMatch(
      /#0 What is target 0\?\n +expected +T0\n +before +pass: T0\n +after +wrong: other\n/,
    );

    const gates = ["--fail-if-worse", "2%", "--fail-on-broken", "keyword=safety"];
    const gated = await runCommand(["compare", "before.jsonl", "after.jsonl", ...gates, "--json"], { cwd });
    expect(gated.code).toBe(1);
    expect(gated.stderr).toMatch(/^error: 1 of 2 gates was not met: no_broken keyword=safety/);
    expect(JSON.parse(gated.stdout)).toMatchObject({
      sides: ["before", "after"],
      pairs: [
        {
          matched: 20,
          passes: { only_a: 7, only_b: 1 },
          broken: [{ question_id: "q0" }, {}, {}, {}, {}, {}, {}],
        },
      ],
      gates: [
        { gate: { gate: "not_worse" }, met: true, conclusive: false },
        { gate: { gate: "no_broken" }, met: false, observed: 1, wanted: 0 },
      ],
    });
    const worse = await runCommand(
      ["compare", "before.jsonl", "after.jsonl", "--fail-if-worse", "2%", "--alpha", "0.1"],
      { cwd },
    );
    expect(worse).toMatchObject({ code: 1, stderr: expect.stringContaining("not_worse") });
  });

  test("warns where the runs are of benchmarks that differ", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeLog(join(cwd, "before.jsonl"), run([7]));
    await writeLog(join(cwd, "after.jsonl"), run([7]), { name: "Other", fingerprint: "g" });
    const { code, stderr } = await runCommand(["compare", "before.jsonl", "after.jsonl"], { cwd });
    expect(code).toBe(0);
    expect(stderr).toContain(
      'benchmarks with other names: before.jsonl is of "Sample" (f), after.jsonl is of "Other" (g).',
    );
  });

  test("compares the models of a run, those that are named in their order", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    const models = [...run([1], "small"), ...run([2], "large"), ...run([], "huge")];
    await writeLog(join(cwd, "run.jsonl"), models);
    const all = await runCommand(["compare", "run.jsonl"], { cwd });
    expect(all.stdout.match(/^ {2}\w+ against \w+:/gm)).toHaveLength(3);
    const two = await runCommand(["compare", "run.jsonl", "--model", "hu", "--model", "small"], { cwd });
    expect(two).toMatchObject({ code: 0, stdout: expect.stringMatching(/^small against huge\n/) });
  });

  test("gates hold each later file against the first alone", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeLog(join(cwd, "a.jsonl"), run([0, 1, 2, 3, 4, 5, 6, 7]));
    await writeLog(join(cwd, "b.jsonl"), run([]));
    await writeLog(join(cwd, "c.jsonl"), run([0, 1, 2, 3, 4, 5, 6, 7]));
    const gates = ["--fail-if-worse", "2%", "--fail-on-broken"];
    const rising = await runCommand(["compare", "a.jsonl", "b.jsonl", "c.jsonl", ...gates], { cwd });
    expect(rising).toMatchObject({ code: 0, stderr: "" });
    expect(rising.stdout).toMatch(/c against b/);
    const falling = await runCommand(["compare", "b.jsonl", "a.jsonl", "c.jsonl", ...gates], { cwd });
    expect(falling.code).toBe(1);
    expect(falling.stderr).toMatch(/^error: 4 of 4 gates were not met: /);
    expect(falling.stderr).not.toContain("c against a");
  });

  test("says of runs without a common question that nothing is compared", async () => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeLog(join(cwd, "before.jsonl"), run([]));
    await writeLog(join(cwd, "other.jsonl"), [verdict(20, true)]);
    const { stdout } = await runCommand(["compare", "before.jsonl", "other.jsonl"], { cwd });
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("before and other have no question in common");
    const { stderr } = await runCommand(["compare", "before.jsonl", "other.jsonl", "--json"], { cwd });
    expect(stderr).toContain("before and other have no question in common");
  });

  test.each([
    [["before.jsonl"], "There are not two sides to compare: openai:small."],
    [["before.jsonl", "--model", "other", "--model", "small"], '--model: there is no model "other"'],
    [["before.jsonl", "before.jsonl", "--by", "parsing"], "--by compares the models or prompts of one run."],
    [["before.jsonl", "before.jsonl", "--cluster", "author"], "--cluster author: results do not hold it."],
    [
      ["before.jsonl", "before.jsonl", "--cluster", "colour"],
      "Expected question, keyword, author, length, property:NAME or adele:SCALE.",
    ],
    [["before.jsonl", "before.jsonl", "--alpha", "0"], "Expected a share above 0 and below 1"],
    [["before.jsonl", "before.jsonl", "--alpha", "100%"], "Expected a share above 0 and below 1"],
    [["before.jsonl", "before.jsonl", "--fail-on-broken", "safety"], "Expected keyword=WORD"],
    [["before.jsonl", "before.jsonl"], "before.jsonl is named twice."],
    [["before.jsonl", "./before.jsonl"], "before.jsonl and ./before.jsonl are one file."],
  ])("refuses %j", async (args, message) => {
    await using project = await sampleProject();
    const cwd = project.folder;
    await writeLog(join(cwd, "before.jsonl"), run([]));
    const refused = await runCommand(["compare", ...args], { cwd });
    expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining(message) });
  });
});
