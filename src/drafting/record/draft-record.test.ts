import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { Benchmark, templateIdOf } from "../../benchmark/index.ts";
import { answerTemplate, exactMatch, numericExact, verified } from "../../template/index.ts";
import {
  type DraftRecord,
  draftProperty,
  draftRecord,
  isAsItShould,
  isBeyondDoubt,
  isTriedTemplate,
  storedDraftRecord,
} from "../index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "karenina-draft-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const written = `karenina: 1
name: Small   # a name
questions:
  # the first
  - {question: Which?, answer: CFTR, id: a, finished: false}   # why
  - question: How many?   # untouched
    id: b
    answer: "46"
    finished: false
`;

test.for(["yaml", "jsonld"])(
  "The record of a draft survives saving as %s, and all else stays",
  async (ending) => {
    await writeFile(join(folder, "from.yaml"), written);
    const benchmark = await Benchmark.load(join(folder, "from.yaml"));
    const file = join(folder, `b.${ending}`);
    if (ending === "yaml") await writeFile(file, written);
    benchmark.setTemplate(
      "a",
      answerTemplate({
        gene: verified(z.string(), {
          description: "The gene",
          groundTruth: "CFTR",
          verifyWith: exactMatch(),
        }),
      }),
    );
    const record: DraftRecord = {
      ...{ state: "fails", by: "a model", judge: "a judge", drafts: 3, reason: "A gene.\n\u001b[31mred" },
      fieldReasons: { gene: "one name: 'CFTR' # no comment" },
      tries: [
        { kind: "expected", answer: "CFTR", verdict: "pass" },
        { kind: "wrong", answer: "- &x !!js", verdict: "pass" },
        { kind: "refusal", answer: "I do not know.", verdict: "none", why: "429" },
      ],
      templateId: templateIdOf(benchmark.getQuestion("a")),
    };
    benchmark.setQuestionCustomProperty("a", draftProperty, storedDraftRecord(record));
    await benchmark.save(file);
    const question = (await Benchmark.load(file)).getQuestion("a");
    expect(draftRecord(question)).toEqual(record);
    expect(isTriedTemplate(question, record)).toBe(true);
    expect(record.tries.map(isAsItShould)).toEqual([true, false, false]);
    expect(question.finished).toBe(false);
    if (ending === "yaml")
      expect(await readFile(file, "utf8")).toContain("  - question: How many?   # untouched\n");
    benchmark.setTemplate(
      "a",
      answerTemplate({
        n: verified(z.int(), { description: "n", groundTruth: 1, verifyWith: numericExact() }),
      }),
    );
    expect(isTriedTemplate(benchmark.getQuestion("a"), record)).toBe(false);
  },
);

test("What is no record is none", () => {
  expect(draftRecord({ customMetadata: {} })).toBeUndefined();
  expect(draftRecord({ customMetadata: { [draftProperty]: "text" } })).toBeUndefined();
  expect(draftRecord({ customMetadata: { [draftProperty]: { state: "passes" } } })).toMatchObject({
    tries: [],
    by: null,
  });
});

test("Passing is beyond doubt where right and wrong answers were tried, each got its verdict, and none was taken back", () => {
  const right = { kind: "expected", answer: "CFTR", verdict: "pass" } as const;
  const wrong = { kind: "wrong", answer: "KRAS", verdict: "fail" } as const;
  const doubtOf = (...tries: DraftRecord["tries"]) => {
    const common = { by: "m", judge: "j", drafts: 1, reason: "", fieldReasons: {}, templateId: "" };
    return isBeyondDoubt({ state: "passes", ...common, tries });
  };
  expect(doubtOf(right, wrong)).toBe(true);
  expect(doubtOf()).toBe(false);
  expect(doubtOf(right)).toBe(false);
  expect(doubtOf(right, { ...wrong, verdict: "pass" })).toBe(false);
  expect(doubtOf(right, wrong, { ...wrong, verdict: "pass", withdrawn: "it is right" })).toBe(false);
});
