import { expect, test } from "vitest";
import type { VerificationResult } from "../../result/index.ts";
import { sampleResult } from "../../result/testing/sample-result.ts";
import { compareRuns } from "./compare-runs.ts";

const by = (judge: string, model: string, { question = "a", passed = true } = {}): VerificationResult =>
  sampleResult({
    metadata: {
      questionId: question,
      answering: { interface: "openai", modelName: model, tools: [], configId: null },
      parsing: { interface: "openai", modelName: judge, tools: [], configId: null },
    },
    template: { verifyResult: passed },
  });

async function compare(before: readonly VerificationResult[], after: readonly VerificationResult[]) {
  const { pairs } = await compareRuns([
    { name: "before", results: before },
    { name: "after", results: after },
  ]);
  return pairs[0];
}

test("models with a judge each are matched by model, and those with another judge counted", async () => {
  const before = [by("j1", "m1"), by("j2", "m2")];
  expect(await compare(before, [by("j3", "m1"), by("j4", "m2", { passed: false })])).toMatchObject({
    ...{ matched: 2, apart: null, otherJudges: 2 },
    ...{ judgesA: ["openai:j1", "openai:j2"], judgesB: ["openai:j3", "openai:j4"] },
  });
  const swapped = [by("j2", "m1"), by("j2", "m2")];
  expect(await compare(before, swapped)).toMatchObject({ matched: 2, otherJudges: 1 });
});

test("where nothing is matched it is said what is missing in common", async () => {
  const two = [by("j1", "m1"), by("j2", "m1")];
  const others = [by("j3", "m1"), by("j4", "m1")];
  expect(await compare(two, others)).toMatchObject({ matched: 0, apart: "judges" });
  const models = [by("j", "m1"), by("j", "m2")];
  expect(await compare(models, [by("j", "m3")])).toMatchObject({ matched: 0, apart: "models" });
  const elsewhere = [by("j", "m1", { question: "b" })];
  expect(await compare(models, elsewhere)).toMatchObject({ matched: 0, apart: "questions" });
});
