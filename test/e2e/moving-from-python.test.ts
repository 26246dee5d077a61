import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve, sep } from "node:path";
import { Benchmark, readJsonExport, templateSpec } from "karenina";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isThorough } from "../../src/base/testing/property-runs.ts";
import { createTemplateLoader } from "../../src/languages/index.ts";
import { runCommand, runProgram } from "./run-command.ts";
import { runNotPrinted, shownCommands } from "./shown-commands.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = join(root, "examples/moving-from-python");
const example = "examples/moving-from-python/benchmark.jsonld";

let cwd: string;
let page: string;
beforeAll(async () => {
  page = await readFile(join(root, "docs/moving-from-python.md"), "utf8");
  cwd = await mkdtemp(join(tmpdir(), "karenina-moving-"));
  await symlink(join(root, "examples"), join(cwd, "examples"), "junction");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const karenina = (line: string) => runCommand(line.split(" "), { cwd });
const blocks = (language: string) =>
  Array.from(
    page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, "g")),
    ([, text]) => text ?? "",
  );

/** The templates of a file by question: what they say, or the source of those with code of their own. */
async function templatesOf(file: string): Promise<{ readonly [question: string]: unknown }> {
  await using loader = createTemplateLoader();
  const found: [string, unknown][] = [];
  for (const { id, template } of await Benchmark.load(file)) {
    if (template?.kind !== "source") throw new Error(`${id} has no template in source`);
    const loaded = await loader.load(template.source);
    found.push([id, loaded.verify === undefined ? templateSpec(loaded) : template.source.text]);
  }
  return Object.fromEntries(found);
}

/** Verdict, score and field results of each question in a run of a file with the example's recordings. */
async function verdictsOf(file: string, output: string) {
  await karenina(
    `verify ${file} --preset examples/moving-from-python/offline.json --output ${output} --quiet`,
  );
  const { results } = await readJsonExport(join(cwd, output));
  return Array.from(results, ({ metadata, template, rubric }) => ({
    question: metadata.questionId,
    verdict: template?.verifyResult,
    score: template?.verifyGranularResult,
    fields: template?.fieldResults,
    traits: rubric?.llmTraitScores,
  }));
}

describe("docs/moving-from-python.md", () => {
  test("shows what the commands print", async () => {
    const commands = shownCommands(page);
    expect(commands).toHaveLength(8);
    for (const { line, runs } of commands) {
      const { stderr, stdout } = await karenina(line);
      const printed = `${stderr}${stdout}`.replaceAll(`${cwd}${sep}`, "");
      expect(runNotPrinted(runs, printed), line).toBeUndefined();
    }
    const [asYaml = ""] = blocks("yaml");
    expect(await readFile(join(cwd, "moved.yaml"), "utf8")).toContain(asYaml);
  });

  test("shows a template of the example as it stands there", async () => {
    const [source] = blocks("python");
    const texts = [...(await Benchmark.load(join(folder, "benchmark.jsonld")))].map(({ template }) =>
      template?.kind === "source" ? template.source.text : undefined,
    );
    expect(texts).toContain(source);
  });
});

describe("the example of moving", () => {
  test("has, to YAML and back to Python, templates that say the same and give the same verdicts", async () => {
    await karenina(`benchmark convert ${example} --to yaml --output there.yaml --keep-code`);
    await karenina("benchmark convert there.yaml --to python --output again.jsonld");
    const templates = await templatesOf(join(folder, "benchmark.jsonld"));
    expect(Object.keys(templates)).toHaveLength(5);
    expect(await templatesOf(join(cwd, "again.jsonld"))).toEqual(templates);
    const verdicts = await verdictsOf(example, "first.json");
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([true, false, true, true, true]);
    expect(await verdictsOf("there.yaml", "there.json")).toEqual(verdicts);
    expect(await verdictsOf("again.jsonld", "again.json")).toEqual(verdicts);
  });

  test("a file that the Python system would still refuse is called so, and saved for it after all", async () => {
    const quickstart = "examples/quickstart/benchmark.jsonld";
    const converted = await karenina(
      `benchmark convert ${quickstart} --to python --output some.jsonld --keep-code`,
    );
    expect(converted).toMatchObject({ code: 0, stderr: expect.stringContaining("--for-python") });
    await karenina("benchmark save some.jsonld opens.jsonld --for-python");
    const languages = async (name: string) =>
      new Set((await readFile(join(cwd, name), "utf8")).match(/(?<="programmingLanguage": ")\w+/g));
    expect(await languages("some.jsonld")).toEqual(new Set(["Python", "TypeScript"]));
    expect(await languages("opens.jsonld")).toEqual(new Set(["Python"]));
  });

  test("is saved as it stands, but for its date", async () => {
    const text = await readFile(join(folder, "benchmark.jsonld"), "utf8");
    const benchmark = await Benchmark.load(join(folder, "benchmark.jsonld"));
    expect(benchmark.warnings).toEqual([]);
    await benchmark.save(join(cwd, "saved.jsonld"));
    const saved = await readFile(join(cwd, "saved.jsonld"), "utf8");
    const undated = (lines: string) => lines.replace(/^ {2}"dateModified": .*$/m, "").trimEnd();
    expect(undated(saved)).toBe(undated(text));
  });

  test.runIf(isThorough)("is recorded as its replies are written", async () => {
    const fresh = await mkdtemp(join(cwd, "recorded-"));
    await runProgram(join(folder, "record.ts"), fresh);
    for (const name of ["answers.json", "judge.jsonl"]) {
      const text = await readFile(join(folder, name), "utf8");
      expect(await readFile(join(fresh, name), "utf8")).toBe(text);
      expect(text).not.toMatch(/127\.0\.0\.1|localhost|\/home\/|\/work\/|\/tmp\//);
    }
  });
});
