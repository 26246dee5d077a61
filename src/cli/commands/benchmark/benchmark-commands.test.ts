import { copyFile, link, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { Scenario } from "../../../benchmark/index.ts";
import {
  agenticTrait,
  CallableRubricTrait,
  callableTrait,
  llmTrait,
  metricTrait,
  regexTrait,
} from "../../../rubric/index.ts";
import { answerTemplate, exactMatch, semanticMatch, verified } from "../../../template/index.ts";
import { Benchmark } from "../../../verify/index.ts";
import { scenarioHint } from "../../../verify/scenarios/selected-questions.ts";
import { capturedIo } from "../../testing/captured-io.ts";
import { benchmarkConvert } from "./benchmark-convert.ts";
import { benchmarkSave } from "./benchmark-save.ts";
import { benchmarkShow } from "./benchmark-show.ts";
import { benchmarkValidate } from "./benchmark-validate.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "benchmark-commands-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const everyKind = () => [
  llmTrait({ name: "polite", description: "Is it polite?", kind: "boolean" }),
  regexTrait({ name: "cites", pattern: "\\[1\\]" }),
  callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 40 }),
  metricTrait({ name: "effects", metrics: ["recall", "f1"], tpInstructions: ["nausea"] }),
];

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample", version: "1.0.0" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "x" });
  benchmark.addQuestion({ id: "q2", question: "Why?", rawAnswer: "y" });
  benchmark.setGlobalRubric(everyKind());
  benchmark.setQuestionRubric("q1", [llmTrait({ name: "depth", description: "How deep?", kind: "score" })]);
  const safety = llmTrait({
    name: "safety",
    summary: "risks",
    kind: "literal",
    classes: { a: "A", b: "B" },
  });
  benchmark.setQuestionDynamicRubric("q1", [safety]);
  benchmark.setQuestionDynamicRubric("q2", [safety]);
  return benchmark;
}

const words = CallableRubricTrait.parse({
  type: "callable",
  name: "words",
  kind: "boolean",
  code: { kind: "pickle", base64: "gAR9" },
});

const save = (benchmark: Benchmark) => benchmark.save(path.join(folder, "b.jsonld"));

async function show(file: string, json = false) {
  const io = capturedIo({ workingDirectory: folder });
  await benchmarkShow(file, { json }, io);
  return io.out();
}

async function validate(file: string, json = false) {
  const io = capturedIo({ workingDirectory: folder });
  return { code: await benchmarkValidate(file, { json }, io), out: io.out() };
}

test("validate: code that goes on running into limits, or takes too long in all, ends the check", async () => {
  const benchmark = Benchmark.create({ name: "Greedy" });
  const hoard = {
    language: "TypeScript",
    text: "'x'.repeat(2 ** 29);",
  } as const;
  for (let place = 0; place < 30; place += 1)
    benchmark.addQuestion({
      question: `${place}?`,
      rawAnswer: "x",
      template: { ...hoard, text: `${hoard.text} // ${place}` },
    });
  const file = await save(benchmark);
  const { code, out } = await validate(file);
  expect(code).toBe(1);
  expect(out).toContain(
    "Stopped, since 20 of them ran into a limit of the sandbox: 20 of 30 templates were checked.",
  );
  expect(out.match(/used more than 32 MB of memory/g)).toHaveLength(20);
  const io = capturedIo({ workingDirectory: folder });
  expect(await benchmarkValidate(file, { json: true, timeLimit: 1e-9 }, io)).toBe(1);
  expect(JSON.parse(io.out()).problems).toMatchObject([
    { message: expect.stringMatching(/^Stopped, since 1e-9 s have passed: 0 of 30 templates/) },
  ]);
});

test.each([
  ["TypeScript", "for (;;);"],
  ["Python", "while True:\n    pass"],
] as const)("validate: the time limit holds in the middle of a template in %s", async (language, text) => {
  const benchmark = Benchmark.create({ name: "Slow" });
  for (const target of ["a", "b"])
    benchmark.addQuestion({ question: `${target}?`, rawAnswer: "x", template: { language, text } });
  const file = await save(benchmark);
  const io = capturedIo({ workingDirectory: folder });
  expect(await benchmarkValidate(file, { timeLimit: 0.15 }, io)).toBe(1);
  expect(io.out()).toBe(
    "Stopped, since 0.15 s have passed: 0 of 2 templates were checked.\n1 problem found.\n",
  );
});

test("validate: the time limit holds in the middle of a trait's function, too", async () => {
  const benchmark = Benchmark.create({ name: "Slow" });
  benchmark.addQuestion({ question: "a?", rawAnswer: "x" });
  benchmark.setGlobalRubric([
    callableTrait({
      name: "endless",
      kind: "boolean",
      evaluate: () => {
        for (;;);
      },
    }),
  ]);
  const file = await save(benchmark);
  const io = capturedIo({ workingDirectory: folder });
  expect(await benchmarkValidate(file, { timeLimit: 0.15 }, io)).toBe(1);
  expect(io.out()).toContain("Stopped, since 0.15 s have passed: 0 functions of traits were checked.");
});

test("show: every trait with its kind and the questions it applies to", async () => {
  const text = await show(await save(sample()));
  expect(text.split("\n").slice(3).join("\n")).toMatchInlineSnapshot(`
    "
    Place  Id  Question  Template  Finished
        0  q1  Which?    none      yes
        1  q2  Why?      none      yes

    Trait    Type      Kind                 Applies to
    polite   llm       boolean              all questions
    cites    regex     /\\[1\\]/              all questions
    short    callable  boolean              all questions
    effects  metric    tp_only: recall, f1  all questions
    depth    llm       score                q1
    safety   llm       literal              q1, q2, where an answer touches it
    "
  `);
});

test("show: a trait whose judge sees the reference answer is said, as text and as JSON", async () => {
  const benchmark = Benchmark.create({ name: "Shown" });
  benchmark.addQuestion({ id: "q1", question: "Which?", rawAnswer: "x" });
  benchmark.setGlobalRubric([
    llmTrait({ name: "told", description: "Is it?", kind: "boolean", includeGroundTruth: true }),
  ]);
  const file = await save(benchmark);
  expect(await show(file)).toContain("told   llm   boolean, sees the reference answer  all questions");
  expect(JSON.parse(await show(file, true)).global_rubric).toMatchObject([{ include_ground_truth: true }]);
});

test("show --json: the rubrics of the benchmark and of each question", async () => {
  const json = JSON.parse(await show(await save(sample()), true));
  expect(
    json.global_rubric.map(({ name, type, kind }: Record<string, string>) => [name, type, kind]),
  ).toEqual([
    ["polite", "llm", "boolean"],
    ["cites", "regex", "/\\[1\\]/"],
    ["short", "callable", "boolean"],
    ["effects", "metric", "tp_only: recall, f1"],
  ]);
  expect(json.global_dynamic_rubric).toEqual([]);
  expect(json.questions[0]).toMatchObject({
    rubric: [
      { name: "depth", kind: "score", description: "How deep?", higher_is_better: true, obstacle: null },
    ],
    dynamic_rubric: [{ name: "safety" }],
  });
  expect(json.rubric_problems).toEqual([]);
});

test("validate: traits are enough where there is no template", async () => {
  expect(await validate(await save(sample()))).toEqual({
    code: 0,
    out: "Sample is valid: 2 questions, every template and trait can be used.\n",
  });
  const bare = sample();
  bare.clearAllRubrics();
  bare.setQuestionRubric("q2", everyKind());
  expect(await validate(await save(bare))).toEqual({
    code: 1,
    out: "q1: There is no template.\n1 problem found.\n",
  });
});

test("what cannot be judged here is shown once, by name, and is a problem", async () => {
  const benchmark = sample();
  benchmark.addGlobalTrait(words);
  const runs = agenticTrait({ name: "runs", description: "Does it run?", kind: "boolean" });
  benchmark.addQuestionTrait("q2", runs); // an agent can judge it
  const file = await save(benchmark);
  expect((await show(file)).split("\n").filter((line) => line.startsWith("warning"))).toEqual([
    expect.stringMatching(/^warning: trait words: its code is a pickled Python function/),
  ]);
  const { code, out } = await validate(file);
  expect(code).toBe(1);
  expect(out.split("\n").slice(0, -1)).toEqual([
    expect.stringMatching(/^trait "words" cannot be judged here: its code is a pickled Python function/),
    "1 problem found.",
  ]);
});

test("a workspace folder that is not there is a warning; folders and deep judgment are shown", async () => {
  const benchmark = Benchmark.create({ name: "Folders" });
  for (const id of ["here", "gone"])
    benchmark.addQuestion({ id, question: `${id}?`, rawAnswer: "x", workspacePath: `tasks/${id}` });
  benchmark.addQuestion({ id: "none", question: "none?", rawAnswer: "x" });
  benchmark.setGlobalRubric([
    llmTrait({ name: "safe", description: "Is it?", kind: "boolean", deepJudgmentEnabled: true }),
  ]);
  await mkdir(path.join(folder, "tasks/here"), { recursive: true });
  const file = await save(benchmark);
  const { code, out } = await validate(file);
  expect(code).toBe(0);
  expect(out.split("\n")[0]).toBe(
    `warning: gone: its workspace folder tasks/gone is not in ${folder}; a run needs it there, or --workspace-root`,
  );
  expect(JSON.parse((await validate(file, true)).out)).toMatchObject({
    valid: true,
    warnings: [{ question_id: "gone" }],
  });
  expect((await show(file)).split("\n").slice(2).join("\n")).toMatchInlineSnapshot(`
    "3 questions, 3 finished

    Place  Id    Question  Template  Finished  Workspace
        0  here  here?     none      yes       tasks/here
        1  gone  gone?     none      yes       tasks/gone
        2  none  none?     none      yes       -

    Trait  Type  Kind                    Applies to
    safe   llm   boolean, deep judgment  all questions
    "
  `);
  const json = JSON.parse(await show(file, true));
  expect(json.questions.map((question: Record<string, unknown>) => question.workspace_path)).toEqual([
    "tasks/here",
    "tasks/gone",
    null,
  ]);
  expect(json.global_rubric).toMatchObject([{ name: "safe", deep_judgment: true }]);
});

test("names that stand twice, and functions that do not load", async () => {
  const file = await save(sample());
  const text = await readFile(file, "utf8");
  expect(text).toContain('"name": "depth"');
  await writeFile(
    file,
    text.replace('"name": "depth"', '"name": "polite"').replace("text.length < 40", "text.length < limit"),
  );
  expect(await show(file)).toContain('warning: question:q1: the trait name "polite" is used more than once');
  const { code, out } = await validate(file);
  expect(code).toBe(1);
  expect(out).toContain('q1: the trait name "polite" is used more than once');
  expect(out).toMatch(/trait "short" cannot be judged here: .*limit/);
  expect(JSON.parse((await validate(file, true)).out)).toMatchObject({ valid: false });
});

test("save writes a module's benchmark to a file, for Python where asked, and replaces none without a word", async () => {
  await save(sample());
  const io = capturedIo({ workingDirectory: folder });
  expect(await benchmarkSave("b.jsonld", "copy.jsonld", {}, io)).toBe(0);
  expect(io.out()).toBe(`Wrote ${path.join(folder, "copy.jsonld")}\n`);
  expect((await Benchmark.load(path.join(folder, "copy.jsonld"))).equals(sample())).toBe(true);
  await expect(benchmarkSave("b.jsonld", "copy.jsonld", {}, io)).rejects.toThrow(/copy\.jsonld exists/);
  expect(await benchmarkSave("b.jsonld", "copy.jsonld", { forPython: true, overwrite: true }, io)).toBe(0);
});

test.each(["soft.yaml", "hard.jsonld", "linked/b.jsonld"])(
  "save and convert write to no other name of the benchmark's file: %s",
  async (name) => {
    const file = await save(sample());
    await symlink("b.jsonld", path.join(folder, "soft.yaml"));
    await link(file, path.join(folder, "hard.jsonld"));
    await symlink(".", path.join(folder, "linked"));
    const before = await readFile(file, "utf8");
    const io = capturedIo({ workingDirectory: folder });
    const to = name.endsWith(".yaml") ? "yaml" : "typescript";
    for (const work of [
      () => benchmarkSave("b.jsonld", name, { overwrite: true }, io),
      () => benchmarkConvert("b.jsonld", { to, output: name, overwrite: true }, io),
    ])
      await expect(work()).rejects.toThrow(
        `${path.join(folder, name)} is the same file as ${file}, which it is made of.`,
      );
    expect(await readFile(file, "utf8")).toBe(before);
    // its own name says what is replaced
    expect(await benchmarkSave("b.jsonld", "./b.jsonld", { overwrite: true }, io)).toBe(0);
  },
);

test("validate: a template without text is a problem, where traits could do without one too", async () => {
  const file = await save(sample());
  const draft = JSON.parse(await readFile(file, "utf8"));
  draft.dataFeedElement[1].item.hasPart.text = "";
  draft.rating = draft.rating.filter(({ additionalType: type }: { additionalType: string }) =>
    /Regex/.test(type),
  );
  await writeFile(file, JSON.stringify(draft));
  expect(await validate(file)).toEqual({
    code: 1,
    out: "q2 $.dataFeedElement[1].item.hasPart.text: expected a template, found empty text; the question is read without one\n1 problem found.\n",
  });
});

test("scenarios are said with what can be done with them", async () => {
  const fixture = "../../../benchmark/checkpoint/fixtures/dialogue-scenario.jsonld";
  await copyFile(path.join(import.meta.dirname, fixture), path.join(folder, "b.jsonld"));
  const said = "1 scenario";
  const shown = await show("b.jsonld");
  expect(shown).toContain(said);
  expect(shown).toMatch(/^ {2}greeting: 2 nodes, 2 edges, 1 outcome, 1 warning$/m);
  expect(shown).toContain(scenarioHint);
  expect(shown).not.toContain("Place");
  const { code, out } = await validate("b.jsonld");
  expect(code).toBe(0);
  expect(out).toContain(said);
  expect(out).toContain("1 scenario, all of which can be run");
  const { warnings } = JSON.parse((await validate("b.jsonld", true)).out);
  expect(warnings).toMatchObject([
    {
      question_id: 'scenario "greeting"',
      message: expect.stringContaining("state update is code in Python"),
    },
  ]);
});

test("validate warns of questions that ask the same, and of fields that need an embedding model", async () => {
  const target = (groundTruth: string, verifyWith: ReturnType<typeof exactMatch> = exactMatch()) =>
    answerTemplate({ target: verified(z.string(), { description: "t", groundTruth, verifyWith }) });
  const benchmark = Benchmark.create({ name: "Twice" });
  const add = (id: string, groundTruth: string, more: object = {}) =>
    benchmark.addQuestion({
      id,
      question: "Which?",
      rawAnswer: groundTruth,
      template: target(groundTruth),
      ...more,
    });
  add("a", "BCL2");
  add("b", "MCL1");
  add("c", "BCL2");
  add("elsewhere", "MCL1", { workspacePath: "one" });
  add("meaning", "x", { question: "Why?", template: target("x", semanticMatch() as never) });
  await mkdir(path.join(folder, "one"));
  await save(benchmark);
  expect((await validate("b.jsonld")).out.split("\n").slice(0, -1)).toEqual([
    "warning: b: it asks the same as a, with another reference answer and another template",
    "warning: c: it asks the same as a",
    "warning: meaning: its template compares by meaning (semanticMatch): a run needs --embedding-check and --embedding-model",
    "Twice is valid: 5 questions, every template and trait can be used.",
  ]);
});

test("validate looks at rubrics, files, folders and fields of nodes too, and says where they are", async () => {
  const meaning = { description: "m", groundTruth: "x", verifyWith: semanticMatch() as never };
  const polite = llmTrait({ name: "polite", description: "Is it?", kind: "boolean" });
  const question = {
    ...{ question: "A?", rawAnswer: "x", rubric: [polite], workspacePath: "gone" },
    attachments: [{ path: "gone.txt" }],
    template: answerTemplate({ meaning: verified(z.string(), meaning) }),
  };
  const benchmark = Benchmark.create({ name: "Nodes" });
  benchmark.setGlobalRubric([polite]);
  benchmark.addScenario(new Scenario("s").addNode("a", { question }).setEntry("a"));
  await save(benchmark);
  const place = 'scenario "s" node "a":';
  const clash = `the trait name "polite" is used more than once: llm trait in the rubric of the benchmark, llm trait in the rubric of scenario "s" node "a"`;
  const { code, out } = await validate("b.jsonld");
  expect(code).toBe(1);
  expect(out.split("\n").slice(0, -1)).toEqual([
    expect.stringContaining(`${place} its attachment gone.txt`),
    `${place} ${clash}`,
    `warning: ${place} its template compares by meaning (semanticMatch): a run needs --embedding-check and --embedding-model`,
    `warning: ${place} its workspace folder gone is not in ${folder}; a run needs it there, or --workspace-root`,
    "2 problems found.",
  ]);
  expect(await show("b.jsonld")).toContain(`warning: ${place} ${clash}`);
});
