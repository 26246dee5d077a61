import { mkdir, readdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { startOpenAiServer } from "../../src/models/testing/index.ts";
import { runCommand } from "./run-command.ts";
import { modelFlags, sampleProject, scripted } from "./sample-project.ts";

describe("karenina init", () => {
  test("makes a project that runs", async () => {
    await using project = await sampleProject();
    await using server = await startOpenAiServer({
      chat: ({ body }) => {
        const ethanol = JSON.stringify(body).includes("ethanol");
        if (body.response_format === undefined) return ethanol ? "78.4 °C" : "It is BCL-2.";
        return JSON.stringify(ethanol ? { celsius: 78.4 } : { target: "BCL-2" });
      },
    });
    const made = await runCommand(["init", "first"], { cwd: project.folder });
    expect(made.code).toBe(0);
    expect(made.stdout).toContain(
      "cd first && npm install && npx karenina verify benchmark.ts --preset local",
    );
    const folder = join(project.folder, "first");
    expect((await readdir(folder)).sort()).toEqual([
      ".gitignore",
      "README.md",
      "benchmark.ts",
      "package.json",
      "presets",
    ]);
    expect(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).toMatchObject({
      name: "first",
      type: "module",
      dependencies: { karenina: `file:${resolve(import.meta.dirname, "../..")}` },
      devDependencies: { node: "^24" },
    });
    expect(await runCommand(["benchmark", "validate", "benchmark.ts"], { cwd: folder })).toMatchObject({
      code: 0,
    });
    const flags = ["--preset", "local", "--base-url", server.url, "--json", "--quiet"];
    const run = await runCommand(["verify", "benchmark.ts", ...flags], { cwd: folder });
    expect(JSON.parse(run.stdout)).toMatchObject({ exit_code: 0, overall: { outcomes: { pass: 2 } } });
  });

  test("leaves alone what a folder has already, and says what to install", async () => {
    await using project = await sampleProject();
    await mkdir(join(project.folder, "mine"));
    const kept = { "README.md": "# Mine", ".gitignore": "*.log", "package.json": '{"name":"mine"}' };
    for (const [name, text] of Object.entries(kept)) await project.write(`mine/${name}`, text);
    for (const force of [[], ["--force"]]) {
      const made = await runCommand(["init", "mine", ...force], { cwd: project.folder });
      expect(made).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("  cd mine && npm install karenina@"),
      });
      for (const [name, text] of Object.entries(kept)) {
        expect(made.stdout).toContain(`Left ${name} as it is\n`);
        expect(await readFile(join(project.folder, "mine", name), "utf8")).toBe(text);
      }
      expect(made.stdout.match(/^Wrote .*/gm)).toEqual([
        "Wrote mine/benchmark.mts",
        "Wrote mine/presets/local.json",
      ]);
    }
  });

  test.each([
    ["benchmark.ts", "is a link, and should be a file"],
    ["presets", "is a link, and should be a folder"],
    ["package.json", "is a link, and should be a file"],
  ])("writes nothing through a link %s, and nothing beside it", async (name, message) => {
    await using project = await sampleProject();
    const cwd = join(project.folder, "new");
    const elsewhere = join(project.folder, "elsewhere");
    await mkdir(cwd);
    await symlink(elsewhere, join(cwd, name));
    for (const more of [[], ["--force"]]) {
      const refused = await runCommand(["init", ...more], { cwd });
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
    }
    expect(await readdir(cwd)).toEqual([name]);
    expect(await readdir(project.folder)).not.toContain("elsewhere");
  });

  test("leaves files alone that exist", async () => {
    await using project = await sampleProject();
    const refused = await runCommand(["init"], { cwd: project.folder });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("has benchmark.ts already") });
    expect(await readdir(project.folder)).toEqual(["benchmark.ts"]);
    expect(await runCommand(["init", "--force"], { cwd: project.folder })).toMatchObject({ code: 0 });
    expect(await readFile(join(project.folder, "benchmark.ts"), "utf8")).toContain("venetoclax");
  });
});

test("karenina preset: saved, listed, shown, used, deleted", async () => {
  await using project = await sampleProject(1);
  await using server = await startOpenAiServer({ chat: scripted() });
  const cwd = project.folder;
  const preset = (...args: readonly string[]) => runCommand(["preset", ...args], { cwd });
  const saved = await preset(
    "save",
    "My judge",
    ...modelFlags(server.url),
    "--replicate-count",
    "2",
    "--abstention",
  );
  expect(saved).toMatchObject({ code: 0, stderr: "" });
  expect(saved.stdout).toContain("presets/my-judge.json");
  expect(await preset("save", "My judge")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--force"),
  });
  expect((await preset("list")).stdout).toMatch(/^my-judge {2}\d{4}-/m);
  expect(JSON.parse((await preset("list", "--json")).stdout)).toMatchObject([{ name: "my-judge" }]);
  expect(JSON.parse((await preset("show", "my-judge", "--json")).stdout)).toMatchObject({
    name: "My judge",
    config: { replicate_count: 2, abstention_enabled: true, answering_models: [{ model_name: "m" }] },
  });
  const flags = ["--preset", "my-judge", "--no-abstention", "--no-output", "--json", "--quiet"];
  const run = await runCommand(["verify", "benchmark.ts", ...flags], { cwd });
  expect(JSON.parse(run.stdout)).toMatchObject({ tasks: { total: 2 }, overall: { outcomes: { pass: 2 } } });
  expect(await preset("delete", "my-judge")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--yes"),
  });
  expect(await preset("delete", "my-judge", "--yes")).toMatchObject({ code: 0 });
  expect((await preset("list")).stdout).toContain("No presets in");
});

describe("karenina benchmark", () => {
  test("show lists questions with what can be chosen by", async () => {
    await using project = await sampleProject(2);
    const cwd = project.folder;
    const shown = await runCommand(["benchmark", "show", "benchmark.ts"], { cwd });
    expect(shown.stdout).toMatchInlineSnapshot(`
      "Sample 1.0.0
      Benchmark containing questions
      2 questions, 2 finished

      Place  Id  Question           Template    Finished
          0  q0  What is target 0?  TypeScript  yes
          1  q1  What is target 1?  TypeScript  yes
      "
    `);
    const json = JSON.parse(
      (await runCommand(["benchmark", "show", "benchmark.ts", "--json"], { cwd })).stdout,
    );
    expect(json).toMatchObject({
      name: "Sample",
      question_count: 2,
      questions: [
        { place: 0, id: "q0", finished: true, template_id: expect.stringMatching(/^[0-9a-f]{32}$/) },
        {},
      ],
    });
  });

  test("validate loads every template and names what is wrong", async () => {
    await using project = await sampleProject(1);
    const cwd = project.folder;
    await project.write(
      "broken.ts",
      `import { Benchmark } from "karenina";
const benchmark = Benchmark.create({ name: "Broken" });
const source = (text: string) => ({ text, language: "TypeScript" as const });
benchmark.addQuestion({ id: "none", question: "1?", rawAnswer: "1" });
benchmark.addQuestion({ id: "loop", question: "2?", rawAnswer: "2", template: source("for (;;) {}") });
benchmark.addQuestion({ id: "reads", question: "3?", rawAnswer: "3", template: source('import "node:fs"; export default 1;') });
export default benchmark;
`,
    );
    const good = await runCommand(["benchmark", "validate", "benchmark.ts"], { cwd });
    expect(good).toMatchObject({
      code: 0,
      stdout: "Sample is valid: 1 question, every template and trait can be used.\n",
    });
    const bad = await runCommand(["benchmark", "validate", "broken.ts", "--json"], { cwd });
    expect(bad.code).toBe(1);
    const report = JSON.parse(bad.stdout);
    expect(report.valid).toBe(false);
    expect(report.problems.map((problem: { question_id: string }) => problem.question_id)).toEqual([
      "none",
      "loop",
      "reads",
    ]);
    const plain = await runCommand(["benchmark", "validate", "broken.ts"], { cwd });
    expect(plain.stdout).toMatch(/^none: There is no template\.$/m);
    expect(plain.stdout).toMatch(/^3 problems found\.$/m);
  });

  test("validate lists the faults of a file", async () => {
    await using project = await sampleProject(1);
    await project.write("b.jsonld", JSON.stringify({ "@type": "DataFeed", name: 3 }));
    const bad = await runCommand(["benchmark", "validate", "b.jsonld", "--json"], { cwd: project.folder });
    expect(bad.code).toBe(1);
    expect(JSON.parse(bad.stdout)).toMatchObject({ valid: false, name: null });
  });

  test("validate names the place of what only a look at the patterns shows", async () => {
    await using project = await sampleProject(1);
    const question = 'question: Q?\n    answer: a\n    regex: {r: {pattern: "([", expected: a}}\n';
    await project.write("b.yaml", `karenina: 1\nname: N\nquestions:\n  - ${question}`);
    const bad = await runCommand(["benchmark", "validate", "b.yaml"], { cwd: project.folder });
    expect(bad).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/line 6, column 26, questions\[0\]\.regex\.r\.pattern: regex check "r"/),
    });
  });
});
