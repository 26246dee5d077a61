import { describe, expect, it } from "vitest";
import { type FailureCategory, failure, VerificationResult } from "../result/index.ts";
import { summarize } from "./index.ts";

interface Sample {
  readonly judge?: string;
  readonly verifyResult?: boolean | null;
  readonly category?: FailureCategory;
  readonly questionId?: string;
  readonly score?: number | null;
  readonly performed?: boolean;
  readonly usage?: Readonly<Record<string, { inputTokens: number; outputTokens: number }>>;
  readonly stages?: readonly {
    name: string;
    status: "ran";
    inputTokens: number;
    outputTokens: number;
    costUsd?: number;
  }[];
}

function result({ judge = "judge", category, questionId = "q", ...fields }: Sample): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId,
      templateId: "t",
      questionText: `text of ${questionId}`,
      answering: { interface: "openai", modelName: "gpt" },
      parsing: { interface: "openai", modelName: judge },
      executionTime: 2,
      timestamp: "",
      resultId: "",
      completedWithoutErrors: true,
      failure: category ? failure({ category, stage: "S", reason: `because of ${category}` }) : null,
    },
    template: {
      verifyResult: fields.verifyResult ?? null,
      templateVerificationPerformed: fields.performed ?? true,
      verifyGranularResult: fields.score ?? null,
      usageMetadata: fields.usage ?? null,
    },
    stages: fields.stages ?? [],
  });
}

const pass = result({ verifyResult: true, score: 1 });
const wrong = result({ verifyResult: false, category: "content", questionId: "w", score: 0.5 });

describe("summarize", () => {
  it("divides passes by answers alone and reports everything else beside them", async () => {
    const { overall } = await summarize([
      pass,
      wrong,
      result({ verifyResult: false, category: "abstention" }),
      result({ category: "parsing" }),
      result({ category: "rate_limit" }),
      result({ category: "template_validation" }),
      result({}),
    ]);
    expect(overall.outcomes).toEqual({
      pass: 1,
      wrong: 1,
      no_answer: 1,
      auto_failed: 0,
      judge_failed: 1,
      infrastructure_failed: 1,
      not_evaluable: 1,
      unscored: 1,
    });
    expect(overall.passRate).toMatchObject({ passed: 1, of: 3, rate: 1 / 3 });
    expect(overall.passRate.interval?.low).toBeCloseTo(0.0615, 4);
    expect(overall.passRate.interval?.high).toBeCloseTo(0.7923, 4);
  });

  it("has no rate and no interval where no answer was judged", async () => {
    const { overall } = await summarize([result({ category: "timeout" })]);
    expect(overall.passRate).toEqual({ passed: 0, of: 0, rate: null, interval: null });
    expect((await summarize([])).overall.executionTime).toEqual({ total: 0, mean: null });
  });

  it("keeps pairs of models apart and takes results as they come", async () => {
    async function* lazily() {
      yield pass;
      yield result({ verifyResult: true, judge: "other" });
      yield wrong;
    }
    const { pairs } = await summarize(lazily());
    expect(
      pairs.map(({ answering, parsing, passRate }) => [answering, parsing, passRate.passed, passRate.of]),
    ).toEqual([
      ["openai:gpt", "openai:judge", 1, 2],
      ["openai:gpt", "openai:other", 1, 1],
    ]);
  });

  it("counts partial credit where a template was verified and gave a number", async () => {
    const { overall } = await summarize([
      pass,
      wrong,
      result({ verifyResult: false, score: 0 }),
      result({ score: 1, performed: false }),
      result({}),
    ]);
    expect(overall.granular).toEqual({ n: 3, mean: 0.5, full: 1, partial: 1, none: 1 });
  });

  it("adds up tokens of answer and judge, tokens spent, cost and time", async () => {
    const usage = {
      answer_generation: { inputTokens: 10, outputTokens: 20 },
      parsing: { inputTokens: 3, outputTokens: 4 },
      abstention_check: { inputTokens: 1, outputTokens: 1 },
      total: { inputTokens: 14, outputTokens: 25 },
    };
    const generated = {
      name: "GenerateAnswer",
      status: "ran" as const,
      inputTokens: 10,
      outputTokens: 20,
      costUsd: 0.5,
    };
    const parsed = { name: "ParseTemplate", status: "ran" as const, inputTokens: 4, outputTokens: 5 };
    const { overall } = await summarize([
      result({ verifyResult: true, usage, stages: [generated, parsed] }),
      result({ verifyResult: true, usage, stages: [parsed] }),
    ]);
    expect(overall).toMatchObject({
      tokens: { answer: { input: 20, output: 40 }, judge: { input: 8, output: 10 } },
      spent: { input: 18, output: 30 },
      costUsd: 0.5,
      executionTime: { total: 4, mean: 2 },
    });
    expect((await summarize([pass])).overall.costUsd).toBeNull();
  });

  it("lists failures by category up to a limit, counting all of them", async () => {
    const timeouts = Array.from({ length: 5 }, (_, index) =>
      result({ category: "timeout", questionId: `t${index}` }),
    );
    const { failures } = await summarize([wrong, ...timeouts, pass], { failuresPerCategory: 2 });
    expect(
      failures.map(({ category, count, items }) => [
        category,
        count,
        items.map(({ questionId }) => questionId),
      ]),
    ).toEqual([
      ["timeout", 5, ["t0", "t1"]],
      ["content", 1, ["w"]],
    ]);
    expect(failures[1]?.items[0]).toEqual({
      questionId: "w",
      questionText: "text of w",
      answering: "openai:gpt",
      parsing: "openai:judge",
      replicate: null,
      outcome: "wrong",
      stage: "S",
      reason: "because of content",
    });
  });
});
