import { describe, expect, it } from "vitest";
import * as z from "zod";
import { callableTrait, llmTrait, regexTrait } from "../../rubric/index.ts";
import { answerTemplate, exactMatch, templateSource, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import { readCheckpoint } from "../checkpoint/read-checkpoint.ts";
import { writeCheckpoint } from "../checkpoint/write-checkpoint.ts";
import { benchmarkFingerprint } from "./benchmark-fingerprint.ts";

const template = answerTemplate({
  capital: verified(z.string(), {
    description: "The city named",
    groundTruth: "Paris",
    verifyWith: exactMatch(),
  }),
});
const classes = (...names: readonly string[]) => [
  llmTrait({
    name: "Tone",
    kind: "literal",
    classes: names.map((name) => ({ name, description: `It is ${name}` })),
  }),
];
const cites = regexTrait({ name: "cites", pattern: "x", summary: "citations" });
const sample = (change?: (benchmark: Benchmark) => void, order = ["a", "b"]) => {
  const benchmark = Benchmark.create({ name: "x" });
  for (const id of order)
    benchmark.addQuestion({ id, question: `Question ${id}?`, rawAnswer: "Paris", template });
  benchmark.updateQuestion("b", { rubric: classes("low", "high") });
  change?.(benchmark);
  return benchmarkFingerprint(benchmark.content);
};

describe("benchmarkFingerprint", () => {
  it("does not change with what does not decide an outcome", () => {
    expect(sample()).toMatch(/^[0-9a-f]{64}$/);
    expect(sample(undefined, ["b", "a"])).toBe(sample());
    expect(sample((benchmark) => benchmark.setMetadata({ version: "2" }))).toBe(sample());
    expect(sample((benchmark) => benchmark.updateQuestion("a", { answerNotes: "n", finished: false }))).toBe(
      sample(),
    );
    const source = { text: templateSource(template), language: "TypeScript" } as const;
    expect(sample((benchmark) => benchmark.setTemplate("a", source))).toBe(sample());
  });

  it("tells a dynamic trait from one that always applies", () => {
    const always = sample((benchmark) => benchmark.addGlobalTrait(cites));
    expect(sample((benchmark) => benchmark.addGlobalDynamicTrait(cites))).not.toBe(always);
  });

  it("minds the order of classes whose names are numbers", () => {
    const numbered = (...names: readonly string[]) =>
      sample((benchmark) => benchmark.updateQuestion("b", { rubric: classes(...names) }));
    expect(numbered("2", "10")).not.toBe(numbered("10", "2"));
  });

  it("knows a function by its source, before and after a file", () => {
    const short = callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 9 });
    const benchmark = Benchmark.create({ name: "x" });
    benchmark.addGlobalTrait(short);
    const reopened = readCheckpoint(writeCheckpoint(benchmark.content), "x");
    expect(benchmarkFingerprint(reopened)).toBe(benchmarkFingerprint(benchmark.content));
    const other = Benchmark.create({ name: "x" });
    other.addGlobalTrait({ ...short, code: { kind: "native", evaluate: (text) => text.length < 8 } });
    expect(benchmarkFingerprint(other.content)).not.toBe(benchmarkFingerprint(benchmark.content));
  });

  it.each<[string, (benchmark: Benchmark) => void]>([
    ["a question's text", (benchmark) => benchmark.updateQuestion("a", { question: "Else?" })],
    ["a reference answer", (benchmark) => benchmark.updateQuestion("a", { rawAnswer: "Lyon" })],
    ["a template", (benchmark) => benchmark.removeTemplate("a")],
    ["a rubric", (benchmark) => benchmark.updateQuestion("b", { rubric: null })],
    [
      "the order of a trait's classes",
      (benchmark) => benchmark.updateQuestion("b", { rubric: classes("high", "low") }),
    ],
    ["a trait of the benchmark", (benchmark) => benchmark.addGlobalTrait(cites)],
    ["a dynamic trait of the benchmark", (benchmark) => benchmark.addGlobalDynamicTrait(cites)],
    ["a dynamic trait of a question", (benchmark) => benchmark.addQuestionDynamicTrait("a", cites)],
    [
      "few-shot examples",
      (benchmark) => benchmark.updateQuestion("a", { fewShotExamples: [{ question: "q", answer: "a" }] }),
    ],
    ["a question less", (benchmark) => void benchmark.removeQuestion("a")],
  ])("changes with %s", (_what, change) => {
    expect(sample(change)).not.toBe(sample());
  });
});
