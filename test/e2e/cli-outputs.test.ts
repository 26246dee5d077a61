import { writeFileSync } from "node:fs";
import { appendFile, copyFile, readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

const noRetries = { max_attempts: 0 };
const impatient = JSON.stringify({ retry_policy: { server_error: noRetries, connection: noRetries } });

/** A server that fails for some questions until it recovers, and takes longer the earlier a question is. */
async function shakyServer(broken: readonly number[]) {
  let down = true;
  const right = scripted();
  const server = await startOpenAiServer({
    chat(request, index) {
      const place = Number(/target (\d+)/.exec(JSON.stringify(request.body))?.[1]);
      return down && broken.includes(place) ? { status: 503, body: {} } : right(request, index);
    },
  });
  return {
    url: server.url,
    recover: () => {
      down = false;
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

const idsIn = async (file: string) =>
  JSON.parse(await readFile(file, "utf8")).results.map(
    (result: { metadata: { question_id: string } }) => result.metadata.question_id,
  );

describe("a run in which infrastructure failed", () => {
  test("ends with 1, keeps its log beside the export, and is completed by the command it prints", async () => {
    await using project = await sampleProject(3);
    await project.write("impatient.json", impatient);
    await using server = await shakyServer([0]);
    const cwd = project.folder;
    const flags = ["--preset", "impatient.json", ...modelFlags(server.url), "--output", "out.json"];
    const first = await runCommand(["verify", "benchmark.ts", ...flags], { cwd });
    expect(first.code).toBe(1);
    expect(first.stderr).toContain("\nWriting out.json.\n");
    expect(first.stderr).toContain("The run is incomplete: 1 task of 3 failed for infrastructure.");
    expect(first.stderr).toContain(
      "Repeat just those with: npx karenina verify --resume out.json.jsonl --retry-failed --overwrite",
    );
    expect(first.stdout).toContain("Results: out.json, out.json.jsonl");
    expect(await idsIn(join(cwd, "out.json"))).toEqual(["q0", "q1", "q2"]);

    server.recover();
    const without = await runCommand(["verify", "--resume", "out.json.jsonl", "--retry-failed"], { cwd });
    expect(without).toMatchObject({ code: 2, stderr: expect.stringContaining("out.json exists") });
    const printed = ["--resume", "out.json.jsonl", "--retry-failed", "--overwrite"];
    const second = await runCommand(["verify", ...printed], { cwd });
    expect(second.code).toBe(0);
    expect((await readdir(cwd)).sort()).toEqual(["benchmark.ts", "impatient.json", "out.json"]);
    expect(await idsIn(join(cwd, "out.json"))).toEqual(["q0", "q1", "q2"]);
    expect(JSON.parse(await readFile(join(cwd, "out.json"), "utf8")).metadata.job_summary).toMatchObject({
      is_complete: true,
    });
  });

  test("a copy of its log does not replace what the original has written", async () => {
    await using project = await sampleProject(2);
    await project.write("impatient.json", impatient);
    await using server = await shakyServer([1]);
    const cwd = project.folder;
    const flags = ["--preset", "impatient.json", ...modelFlags(server.url), "--output", "out.json"];
    await runCommand(["verify", "benchmark.ts", ...flags], { cwd });
    const before = await readFile(join(cwd, "out.json"), "utf8");
    await copyFile(join(cwd, "out.json.jsonl"), join(cwd, "copy.jsonl"));
    server.recover();
    const resume = ["verify", "--resume", "copy.jsonl", "--retry-failed", "--quiet"];
    const again = await runCommand(resume, { cwd });
    expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("copy.jsonl is a copy") });
    expect(await readFile(join(cwd, "out.json"), "utf8")).toBe(before);
    const named = await runCommand([...resume, "--output", "out.json"], { cwd });
    expect(named).toMatchObject({ code: 2, stderr: expect.stringContaining("out.json exists") });
  });
});

test("--overwrite replaces exports, and nothing else does", async () => {
  await using project = await sampleProject(1);
  await using server = await startOpenAiServer({ chat: scripted() });
  const cwd = project.folder;
  const args = ["verify", "benchmark.ts", ...modelFlags(server.url), "--quiet", "--output", "out.json"];
  expect(await runCommand(args, { cwd })).toMatchObject({ code: 0 });
  expect(await runCommand(args, { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--overwrite"),
  });
  expect(await runCommand([...args, "--overwrite"], { cwd })).toMatchObject({ code: 0 });
});

test.each([
  ["benchmark.ts", [], "--output"],
  ["linked/benchmark.ts", [], "--record"],
  ["fast.json", ["--preset", "fast"], "--output"],
  ["own.mjs", ["--plugin", "own.mjs"], "--output"],
  ["karenina.config.mjs", [], "--record"],
  ["answers.json", ["--interface", "manual", "--manual-traces", "answers.json"], "--output"],
])("a link to what a run reads is no output: %s", async (name, flags, option) => {
  await using project = await sampleProject(1);
  const cwd = project.folder;
  await project.write("fast.json", "{}");
  const answers = [{ question: "What is target 0?", answer: "T0" }];
  await project.write("answers.json", JSON.stringify({ answers }));
  for (const plugin of ["own.mjs", "karenina.config.mjs"]) await project.write(plugin, "export default {};");
  await symlink(".", join(cwd, "linked"));
  await symlink(name, join(cwd, "out.json"));
  const before = await readFile(join(cwd, name), "utf8");
  const args = ["verify", "benchmark.ts", ...modelFlags("http://127.0.0.1:9/v1"), ...flags];
  expect(await runCommand([...args, option, "out.json", "--overwrite"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/out\.json is the same file as .*, which is read by this run/),
  });
  expect(await readFile(join(cwd, name), "utf8")).toBe(before);
});

test("an export that somebody writes while the run lasts is kept, and so is the log", async () => {
  await using project = await sampleProject(1);
  const cwd = project.folder;
  const right = scripted();
  await using server = await startOpenAiServer({
    chat(request, index) {
      writeFileSync(join(cwd, "out.json"), "mine");
      return right(request, index);
    },
  });
  const args = ["verify", "benchmark.ts", ...modelFlags(server.url), "--output", "out.json"];
  const run = await runCommand(args, { cwd });
  expect(run.code).toBe(1);
  expect(run.stderr).toContain("out.json has been written by somebody else since this run began");
  expect(run.stderr).toContain("The results are in ");
  expect(await readFile(join(cwd, "out.json"), "utf8")).toBe("mine");
  expect(await runCommand(["results", "save", "out.json.jsonl", "other.json"], { cwd })).toMatchObject({
    code: 0,
  });
  expect(await idsIn(join(cwd, "other.json"))).toEqual(["q0"]);
  expect((await readdir(cwd)).sort()).toEqual(["benchmark.ts", "other.json", "out.json", "out.json.jsonl"]);
});

test("results are exported by question, model, judge and replicate, whichever came first", async () => {
  await using project = await sampleProject(4);
  await using server = await startOpenAiServer({ chat: scripted() });
  const cwd = project.folder;
  const flags = ["--task-ordering", "random", "--replicate-count", "2", "--quiet"];
  const files = ["--output", "out.json", "--output", "out.csv"];
  const run = await runCommand(["verify", "benchmark.ts", ...modelFlags(server.url), ...flags, ...files], {
    cwd,
  });
  expect(run.code).toBe(0);
  const ids = ["q0", "q0", "q1", "q1", "q2", "q2", "q3", "q3"];
  expect(await idsIn(join(cwd, "out.json"))).toEqual(ids);
  const rows = (await readFile(join(cwd, "out.csv"), "utf8")).split("\r\n").slice(1, -1);
  expect(rows.map((row) => /q\d/.exec(row)?.[0])).toEqual(ids);
  const shown = run.stdout.match(/#\d .*target \d/g)?.map((line) => line.replace(/ .* /, " "));
  expect(shown).toEqual(["#0 0", "#1 1", "#2 2", "#3 3"]);
});

test("a last line that was cut off is said when its run is resumed", async () => {
  await using project = await sampleProject(2);
  await using server = await startOpenAiServer({ chat: scripted() });
  const cwd = project.folder;
  const flags = [...modelFlags(server.url), "--output", "run.jsonl", "--quiet"];
  await runCommand(["verify", "benchmark.ts", ...flags], { cwd });
  await appendFile(join(cwd, "run.jsonl"), '{"task":"q1|m|j|","result":{"meta');
  const resumed = await runCommand(["verify", "--resume", "run.jsonl", "--quiet"], { cwd });
  expect(resumed.code).toBe(0);
  expect(resumed.stderr).toMatch(/^warning: line 4 of .*run\.jsonl, the last one, was cut off/m);
});

test("templates in Python are evaluated, their own code included; those that are wrong are named before the run", async () => {
  await using project = await sampleProject(1);
  await project.write(
    "old.ts",
    `import { Benchmark } from "karenina";
const benchmark = Benchmark.create({ name: "Old" });
const source = (text: string) => ({ text, language: "Python" as const });
const field = \`class Answer(BaseAnswer):
    one: bool = VerifiedField("1", True, TraceContains(substring="1"))
\`;
const code = \`\${field}
    def verify(self):
        return self._raw_trace.count(str(len(self.correct))) > 1
\`;
benchmark.addQuestion({ id: "data", question: "0 + 1?", rawAnswer: "1", template: source(field) });
benchmark.addQuestion({ id: "code", question: "1?", rawAnswer: "1", template: source(code) });
benchmark.addQuestion({ id: "wrong", question: "2?", rawAnswer: "2", template: source("class Answer(BaseAnswer):\\n    pass\\n") });
export default benchmark;
`,
  );
  const cwd = project.folder;
  await using server = await startOpenAiServer({ chat: () => "1" });
  const run = await runCommand(["verify", "old.ts", ...modelFlags(server.url), "--no-output"], { cwd });
  expect(run.stderr).toMatch(/^warning: 1 question with a template that cannot be read \(wrong\);/m);
  expect(run.stdout).toContain("1/2 50 %");
  expect(run.stderr).toContain("error: 1 task of 3 could not be evaluated");
  expect(run.code).toBe(1);
  const shown = await runCommand(["benchmark", "show", "old.ts"], { cwd });
  expect(shown.stdout).not.toContain("pyodide");
});

test("templates with broken syntax are named before the run", async () => {
  await using project = await sampleProject(1);
  await project.write(
    "broken.ts",
    `import { answerTemplate, Benchmark, exactMatch, verified } from "karenina";
import * as z from "zod";
const benchmark = Benchmark.create({ name: "Broken" });
const target = verified(z.string(), { description: "d", groundTruth: "1", verifyWith: exactMatch() });
benchmark.addQuestion({ id: "good", question: "0 + 1?", rawAnswer: "1", template: answerTemplate({ target }) });
const source = (text: string) => ({ text, language: "TypeScript" as const });
benchmark.addQuestion({ id: "syntax", question: "1?", rawAnswer: "1", template: source("export default {") });
benchmark.addQuestion({ id: "type", question: "2?", rawAnswer: "2", template: source("const a: = 1;") });
export default benchmark;
`,
  );
  const cwd = project.folder;
  await using server = await startOpenAiServer({ chat: () => '{"target":"1"}' });
  const run = await runCommand(["verify", "broken.ts", ...modelFlags(server.url), "--no-output"], { cwd });
  expect(run.stderr).toMatch(
    /^warning: 2 questions with a template that cannot be read \(syntax, type\); see `npx karenina benchmark validate`/,
  );
  expect(run.stdout).toContain("1/1 100 %");
  expect(run.code).toBe(1);
});
