import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Benchmark, benchmarkFingerprint } from "karenina";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "./run-command.ts";

const root = resolve(import.meta.dirname, "../..");
const quickstart = (name: string) => join(root, "examples/quickstart", name);

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "karenina-yaml-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const fingerprint = async (file: string) => benchmarkFingerprint((await Benchmark.load(file)).content);

test("the example of the page is valid and shown", async () => {
  const page = await readFile(join(root, "docs/yaml.md"), "utf8");
  await writeFile(join(cwd, "page.yaml"), /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? "");
  const checked = await runCommand(["benchmark", "validate", "page.yaml"], { cwd });
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("4 questions") });
  const shown = await runCommand(["benchmark", "show", "page.yaml"], { cwd });
  expect(shown.stdout).toMatch(/Which gene encodes the target of venetoclax\? +YAML +yes/);
});

test("the errors that the page shows are those that come", async () => {
  const page = await readFile(join(root, "docs/yaml.md"), "utf8");
  const shown = /```text\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  const file =
    "karenina: 1\nname: N\n\nquestions:\n  - question: Q?\n    answer: a\n    chek: exact_match\n  - {question: R?, answer: b,\n    check: exact_mach}\n";
  await writeFile(join(cwd, "benchmark.yaml"), file);
  const { stderr, code } = await runCommand(["benchmark", "show", "benchmark.yaml"], { cwd });
  expect(code).toBe(1);
  for (const line of shown.trim().split("\n"))
    expect(stderr).toContain(line.trim().replace(/column 12/, "column 12"));
});

test("the quickstart says and gives the same in both forms", async () => {
  expect(await fingerprint(quickstart("benchmark.yaml"))).toBe(
    await fingerprint(quickstart("benchmark.jsonld")),
  );
  const outcomes = async (form: string) => {
    const args = ["verify", quickstart(`benchmark.${form}`), "--preset", quickstart("offline.json")];
    const { stdout, code } = await runCommand([...args, "--json", "--no-output"], { cwd });
    expect(code).toBe(0);
    return JSON.parse(stdout).overall.outcomes;
  };
  const expected = await outcomes("jsonld");
  expect(expected).toMatchObject({ pass: 14, wrong: 2 });
  expect(await outcomes("yaml")).toEqual(expected);
});

test("a file in YAML is converted to YAML as it stands, with its comments and the code in it", async () => {
  const args = [
    "benchmark",
    "convert",
    quickstart("benchmark.yaml"),
    "--to",
    "yaml",
    "--output",
    "same.yaml",
  ];
  expect(await runCommand(args, { cwd })).toMatchObject({ code: 0, stderr: "" });
  expect(await readFile(join(cwd, "same.yaml"), "utf8")).toBe(
    await readFile(quickstart("benchmark.yaml"), "utf8"),
  );
});

test("convert names what is code, and writes nothing unless it may stay", async () => {
  const args = [
    "benchmark",
    "convert",
    quickstart("benchmark.jsonld"),
    "--to",
    "yaml",
    "--output",
    "out.yaml",
  ];
  const refused = await runCommand(args, { cwd });
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /1 template cannot be translated:\n {2}urn:\S+hardy-weinberg\S+: its verify is a function/,
  );
  expect(existsSync(join(cwd, "out.yaml"))).toBe(false);
  expect(await runCommand([...args, "--keep-code"], { cwd })).toMatchObject({ code: 0 });
  expect((await runCommand([...args, "--keep-code"], { cwd })).stderr).toContain("exists");
  const opened = await Benchmark.load(join(cwd, "out.yaml"));
  expect(opened.equals(await Benchmark.load(quickstart("benchmark.jsonld")))).toBe(true);
});

test("YAML becomes a checkpoint with templates in TypeScript, or in Python", async () => {
  for (const [language, sign] of [
    ["typescript", "answerTemplate("],
    ["python", "class Answer(BaseAnswer)"],
  ] as const) {
    const output = `${language}.jsonld`;
    const args = ["benchmark", "convert", "page.yaml", "--to", language, "--output", output];
    expect(await runCommand(args, { cwd })).toMatchObject({ code: 0 });
    expect(await readFile(join(cwd, output), "utf8")).toContain(sign);
  }
  expect(await fingerprint(join(cwd, "typescript.jsonld"))).toBe(await fingerprint(join(cwd, "page.yaml")));
  const wrong = ["benchmark", "convert", "page.yaml", "--to", "typescript", "--output", "x.yaml"];
  expect(await runCommand(wrong, { cwd })).toMatchObject({ code: 2 });
});

test("init --yaml makes a benchmark that is valid, with the schema that stands in the package", async () => {
  const made = await runCommand(["init", "project", "--yaml"], { cwd });
  expect(made).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("npx karenina verify benchmark.yaml --preset local"),
  });
  const project = join(cwd, "project");
  const [first = ""] = (await readFile(join(project, "benchmark.yaml"), "utf8")).split("\n");
  const schema = /\$schema=\.\/node_modules\/karenina\/(.*)$/.exec(first)?.[1] ?? "none";
  expect(JSON.parse(await readFile(join(root, schema), "utf8"))).toMatchObject({ title: "Benchmark" });
  expect(JSON.parse(await readFile(join(project, "package.json"), "utf8")).dependencies).not.toHaveProperty(
    "zod",
  );
  const checked = await runCommand(["benchmark", "validate", "benchmark.yaml"], { cwd: project });
  expect(checked).toMatchObject({ code: 0, stdout: expect.stringContaining("2 questions") });
});
