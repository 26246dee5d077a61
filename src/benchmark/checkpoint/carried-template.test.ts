import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as z from "zod";
import { answerTemplate, exactMatch, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "for-python-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const templateOf = (groundTruth: string) =>
  answerTemplate({
    target: verified(z.string(), { description: "t", groundTruth, verifyWith: exactMatch() }),
  });
const python = { text: "class Answer(BaseAnswer):\n    pass\n", language: "Python" } as const;

function sample(): Benchmark {
  const benchmark = Benchmark.create({ name: "Sample" });
  const customMetadata = { area: "oncology", karenina_note: { a: 1 } };
  benchmark.addQuestion({
    id: "ours",
    question: "Which?",
    rawAnswer: "BCL2",
    template: templateOf("BCL2"),
    customMetadata,
  });
  benchmark.addQuestion({ id: "theirs", question: "Why?", rawAnswer: "x", template: python });
  benchmark.addQuestion({ id: "none", question: "How?", rawAnswer: "y" });
  return benchmark;
}

const nodesOf = async (file: string) =>
  JSON.parse(await readFile(file, "utf8")).dataFeedElement.map((item: { item: object }) => item.item);

const namesOf = ({ additionalProperty }: { additionalProperty: { name: string }[] }) =>
  additionalProperty.map(({ name }) => name);

test("a file for Python holds templates in Python only, and gives the others back here", async () => {
  const benchmark = sample();
  const file = await benchmark.saveForPython(path.join(folder, "b.jsonld"));
  expect(benchmark.path).toBeUndefined();
  const nodes = await nodesOf(file);
  for (const { hasPart } of nodes)
    expect(hasPart).toMatchObject({ "@type": "SoftwareSourceCode", programmingLanguage: "Python" });
  expect(nodes[0].hasPart.text).toContain("return False");
  expect(nodes[1].hasPart.text).toBe(python.text);
  const read = await Benchmark.load(file);
  expect(read.equals(benchmark)).toBe(true);
  expect(read.warnings).toEqual([]);
  expect(read.getQuestion("ours").customMetadata).toEqual({ area: "oncology", karenina_note: { a: 1 } });
  expect(read.getQuestion("none").template).toBeUndefined();
});

test("what is not touched stays as it is; a changed template takes its usual place again", async () => {
  const file = await sample().saveForPython(path.join(folder, "b.jsonld"));
  const text = await readFile(file, "utf8");
  const benchmark = await Benchmark.load(file);
  const again = await readFile(await benchmark.save(path.join(folder, "again.jsonld")), "utf8");
  expect(again.replace(/"dateModified": ".*?"/, "")).toBe(text.replace(/"dateModified": ".*?"/, ""));
  benchmark.updateQuestion("ours", { template: templateOf("MCL1") });
  const [ours] = await nodesOf(await benchmark.save());
  expect(ours.hasPart).toMatchObject({
    programmingLanguage: "TypeScript",
    text: expect.stringContaining("MCL1"),
  });
  expect(namesOf(ours)).toEqual(["finished", "custom_area", "custom_karenina_note"]);
  const [forPython] = await nodesOf(await benchmark.saveForPython(path.join(folder, "python.jsonld")));
  expect(forPython.hasPart.programmingLanguage).toBe("Python");
  expect(namesOf(forPython)).toContain("custom_karenina_template");
});

test("a template that was written in Python since is the question's, and nothing is lost", async () => {
  const file = await sample().saveForPython(path.join(folder, "b.jsonld"));
  const data = JSON.parse(await readFile(file, "utf8"));
  data.dataFeedElement[0].item.hasPart.text = python.text;
  await writeFile(file, JSON.stringify(data));
  const question = (await Benchmark.load(file)).getQuestion("ours");
  expect(question.template).toEqual({ kind: "source", source: python });
  expect(question.customMetadata).toMatchObject({ karenina_template: { language: "TypeScript" } });
});
