import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { llmTrait } from "../../rubric/index.ts";
import { answerTemplate, exactMatch, extracted, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import {
  checkpointDraft,
  type Draft,
  itemDraft,
  propertyDraft,
  ratingDraft,
} from "../checkpoint/fixtures/minimal-checkpoint.ts";

const file = `# About this file
karenina: 1
name: Small   # a name

defaults: {check: exact_match}
fields:
  target: {description: The target, type: text}
questions:
  # the first
  - question: What?   # why
    answer: BCL2
    keywords: [a,  b]

  - answer: "14"
    question: How many?
    check: numeric_exact   # as a number
    type: integer
    metadata:
      note: |
        kept

  # the last
  - {question: Which?, answer: x, fields: {target: x}}   # in braces
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-yaml-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function changed(
  change: (benchmark: Benchmark, ids: readonly string[]) => void,
  text = file,
): Promise<string> {
  const path = join(folder, "b.yaml");
  await writeFile(path, text);
  const benchmark = await Benchmark.load(path);
  expect(benchmark.warnings).toEqual([]);
  change(
    benchmark,
    [...benchmark].map(({ id }) => id),
  );
  await benchmark.save();
  expect((await Benchmark.load(path)).equals(benchmark)).toBe(true);
  return readFile(path, "utf8");
}

const at = (ids: readonly string[], index: number) => ids.at(index) ?? "";

test("saved unchanged, a file stays as it is", async () => {
  expect(await changed(() => undefined)).toBe(file);
});

test("a byte order mark and line ends of Windows stay, and places count without the mark", async () => {
  const windows = (text: string) => `\ufeff${text.replaceAll("\n", "\r\n")}`;
  const text = await changed((benchmark) => void benchmark.setMetadata({ version: "2" }), windows(file));
  expect(text).toBe(windows(file.replace("# a name\n", '# a name\nversion: "2"\n')));
  const path = join(folder, "first.yaml");
  await writeFile(path, "\ufeffkarenina: 1\nname: x\nquestion: []\n");
  await expect(Benchmark.load(path)).rejects.toThrow("line 3, column 1, question: ");
  await writeFile(path, "\ufeffkarenia: 1\nkarenina: 1\nname: x\n");
  await expect(Benchmark.load(path)).rejects.toThrow("line 1, column 1, karenia: ");
});

test("only the keys that changed are written", async () => {
  const text = await changed((benchmark, ids) => {
    benchmark.updateQuestion(at(ids, 0), { keywords: ["c"], answerNotes: "n" });
    benchmark.updateQuestion(at(ids, 1), { customMetadata: {} });
    benchmark.setMetadata({ name: "Large", version: "2" });
  });
  expect(text).toBe(
    file
      .replace("name: Small ", "name: Large ")
      .replace("# a name\n", '# a name\nversion: "2"\n')
      .replace("keywords: [a,  b]", 'keywords: [c]\n    answer_notes: "n"')
      .replace("    metadata:\n      note: |\n        kept\n", ""),
  );
});

test("a template is written in place of what said it; answers alone leave fields alone", async () => {
  const text = await changed((benchmark, ids) => {
    benchmark.setTemplate(
      at(ids, 1),
      answerTemplate({
        count: verified(z.int(), { description: "d", groundTruth: 15, verifyWith: exactMatch() }),
        why: extracted(z.string(), { description: "e" }),
      }),
    );
    benchmark.updateQuestion(at(ids, 0), { template: null });
  });
  expect(text).toContain("    answer: BCL2\n    check: null\n    keywords: [a,  b]\n");
  expect(text).toContain('  - answer: "14"\n    fields:\n      count:\n');
  expect(text).toContain(
    "  # the last\n  - {question: Which?, answer: x, fields: {target: x}}   # in braces\n",
  );
});

test("questions come and go with their comments left", async () => {
  const text = await changed((benchmark, ids) => {
    benchmark.removeQuestion(at(ids, 1));
    benchmark.addQuestion({ question: "New?", rawAnswer: "y" });
    benchmark.setQuestionRubric(at(ids, 2), [llmTrait({ name: "t", kind: "boolean" })]);
  });
  expect(text).toContain("    keywords: [a,  b]\n\n\n  # the last\n  - question: Which?\n    answer: x\n");
  expect(text).toMatch(/# in braces\n\n {2}- question: New\?\n {4}answer: "?y"?\n {4}check: null\n$/);
});

test("all questions may go", async () => {
  expect(await changed((benchmark) => void benchmark.clearQuestions())).toContain("questions: []");
});

test("what an alias repeats is not written over", async () => {
  const text = file
    .replace("answer: BCL2", "answer: &b BCL2")
    .replace("fields: {target: x}", "fields: {target: *b}");
  const change = (benchmark: Benchmark, ids: readonly string[]) =>
    benchmark.updateQuestion(at(ids, 0), { rawAnswer: "other", template: null });
  await expect(changed(change, text)).rejects.toMatchObject({ code: "file_unwritable" });
  expect(await readFile(join(folder, "b.yaml"), "utf8")).toBe(text);
});

test("a checkpoint becomes YAML and a checkpoint again, and says the same", async () => {
  const checkpoint = new URL("../checkpoint/fixtures/every-trait.jsonld", import.meta.url).pathname;
  const benchmark = await Benchmark.load(checkpoint);
  const { preserved: _origin, ...content } = benchmark.content;
  const questions = content.questions.map(({ preserved: _node, ...question }) => question);
  const copy = new Benchmark({ content: { ...content, questions } });
  const yaml = await Benchmark.load(await copy.save(join(folder, "traits.yaml")));
  expect(yaml.equals(benchmark)).toBe(true);
  expect((await Benchmark.load(await yaml.save(join(folder, "traits.jsonld")))).equals(benchmark)).toBe(true);
});

test("scenarios go to YAML and back to a checkpoint", async () => {
  const checkpoint = new URL("../checkpoint/fixtures/dialogue-scenario.jsonld", import.meta.url).pathname;
  const benchmark = await Benchmark.load(checkpoint);
  const yaml = await Benchmark.load(await benchmark.save(join(folder, "scenarios.yaml")));
  const back = await yaml.save(join(folder, "scenarios.jsonld"));
  expect((await Benchmark.load(back)).equals(benchmark)).toBe(true);
  const { additionalProperty } = JSON.parse(await readFile(back, "utf8"));
  expect(additionalProperty).toContainEqual({
    "@type": "PropertyValue",
    name: "benchmark_type",
    value: "scenario",
  });
});

const global = "karenina:GlobalRubricTrait";

test.each<[string, Draft[], string, Draft?]>([
  ["an id that stands twice", [{ "@id": "a" }, { "@id": "a", text: "R?" }], 'found the text "a"'],
  [
    "a workspace outside",
    [{ additionalProperty: [propertyDraft("workspace_path", "../up")] }],
    'found the text "../up"',
  ],
  [
    "an item that is no question",
    [{}, { text: undefined }],
    "$.dataFeedElement[1] is kept, and is no question",
  ],
  [
    "keywords that are no list",
    [{ keywords: "a" }],
    '[0].item.keywords: expected a list, found the text "a"',
  ],
  [
    "examples of another shape",
    [{ additionalProperty: [propertyDraft("few_shot_examples", [{ q: 1 }])] }],
    "$.dataFeedElement[0].item.additionalProperty[0].value: expected a list of objects",
  ],
  [
    "a trait without a name",
    [{ rating: [ratingDraft({ name: "" })] }],
    "$.dataFeedElement[0].item.rating[0].name: ",
  ],
  ["traits of one name", [{ rating: [ratingDraft(), ratingDraft()] }], "item.rating[1].name: "],
  [
    "a benchmark's trait on a question",
    [{ rating: [ratingDraft({ additionalType: global })] }],
    "additionalType: ",
  ],
  ["a question's trait in the benchmark", [{}], "$.rating[0].additionalType: ", { rating: [ratingDraft()] }],
  [
    "a property without a name",
    [{}],
    "$.additionalProperty[0].name: ",
    { additionalProperty: [{ value: 1 }] },
  ],
  ["half a template", [{ hasPart: { name: "x" } }], "$.dataFeedElement[0].item.hasPart.text: "],
  ["a creator that is none", [{}], "$.creator: expected text or a Person", { creator: 5 }],
])("a checkpoint with %s is not written as YAML, which would lose it", async (_name, parts, why, root) => {
  const path = join(folder, "odd.jsonld");
  const items = parts.map(({ "@id": id, ...question }: Draft) =>
    itemDraft({ question, ...(id === undefined ? {} : { item: { "@id": id } }) }),
  );
  await writeFile(path, JSON.stringify(checkpointDraft(items, root)));
  const benchmark = await Benchmark.load(path);
  await expect(benchmark.save(join(folder, "odd.yaml"))).rejects.toMatchObject({
    code: "file_unwritable",
    message: expect.stringContaining(why),
  });
});

test("what has been mended since is written as YAML, and a trait that cannot be used stands as its node", async () => {
  const path = join(folder, "mended.jsonld");
  const rating = [ratingDraft({ additionalType: undefined }), ratingDraft({ name: "odd", bestRating: "x" })];
  await writeFile(
    path,
    JSON.stringify(checkpointDraft([itemDraft({ question: { keywords: "a", rating } })])),
  );
  const benchmark = await Benchmark.load(path);
  const [question] = benchmark;
  benchmark.updateQuestion(question?.id ?? "", { keywords: ["a"] });
  const yaml = await Benchmark.load(await benchmark.save(join(folder, "mended.yaml")));
  expect(yaml.equals(benchmark)).toBe(true);
  const { dataFeedElement } = JSON.parse(
    await readFile(await yaml.save(join(folder, "again.jsonld")), "utf8"),
  );
  expect(dataFeedElement[0].item.rating).toEqual(JSON.parse(JSON.stringify(rating)));
});
