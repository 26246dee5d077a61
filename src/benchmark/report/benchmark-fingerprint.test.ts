import { describe, expect, it } from "vitest";
import * as z from "zod";
import { answerTemplate, exactMatch, templateSource, verified } from "../../template/index.ts";
import { Benchmark } from "../benchmark.ts";
import { benchmarkFingerprint } from "./benchmark-fingerprint.ts";

const template = answerTemplate({
  capital: verified(z.string(), {
    description: "The city named",
    groundTruth: "Paris",
    verifyWith: exactMatch(),
  }),
});
const classes = (value: Record<string, string>) => ({
  nodes: [
    {
      name: "Tone",
      bestRating: 1,
      worstRating: 0,
      additionalType: "karenina:QuestionSpecificLLMRubricTrait",
      additionalProperty: [{ name: "classes", value }],
    },
  ],
});
const sample = (change?: (benchmark: Benchmark) => void, order = ["a", "b"]) => {
  const benchmark = Benchmark.create({ name: "x" });
  for (const id of order)
    benchmark.addQuestion({ id, question: `Question ${id}?`, rawAnswer: "Paris", template });
  benchmark.updateQuestion("b", { rubric: classes({ low: "1", high: "2" }) });
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

  it.each<[string, (benchmark: Benchmark) => void]>([
    ["a question's text", (benchmark) => benchmark.updateQuestion("a", { question: "Else?" })],
    ["a reference answer", (benchmark) => benchmark.updateQuestion("a", { rawAnswer: "Lyon" })],
    ["a template", (benchmark) => benchmark.removeTemplate("a")],
    ["a rubric", (benchmark) => benchmark.updateQuestion("b", { rubric: null })],
    [
      "the order of a trait's classes",
      (benchmark) => benchmark.updateQuestion("b", { rubric: classes({ high: "2", low: "1" }) }),
    ],
    [
      "few-shot examples",
      (benchmark) => benchmark.updateQuestion("a", { fewShotExamples: [{ question: "q", answer: "a" }] }),
    ],
    ["a question less", (benchmark) => void benchmark.removeQuestion("a")],
  ])("changes with %s", (_what, change) => {
    expect(sample(change)).not.toBe(sample());
  });
});
