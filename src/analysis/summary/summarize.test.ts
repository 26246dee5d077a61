import { describe, expect, it } from "vitest";
import { type FailureCategory, failure, VerificationResult } from "../../result/index.ts";
import type { QuestionFacts } from "../grouping/grouping.ts";
import { summarize, wilsonInterval } from "../index.ts";

interface Sample {
  readonly judge?: string;
  readonly verifyResult?: boolean | null;
  readonly category?: FailureCategory;
  readonly questionId?: string;
  readonly score?: number | null;
  readonly performed?: boolean;
  readonly keywords?: readonly string[];
  readonly replicate?: number;
  readonly text?: string;
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
      questionText: fields.text ?? `text of ${questionId}`,
      keywords: fields.keywords ?? null,
      replicate: fields.replicate ?? null,
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
      result({ verifyResult: false, category: "abstention", questionId: "a" }),
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
    expect(overall.passRate).toMatchObject({ passed: 0, of: 0, rate: null, interval: null });
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
    expect(overall.granular).toEqual({ n: 3, mean: 0.5, interval: null, full: 1, partial: 1, none: 1 });
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
      model: "gpt",
      judge: "judge",
      replicate: null,
      outcome: "wrong",
      stage: "S",
      reason: "because of content",
      fields: [],
    });
  });

  it("takes replicates of a question for one piece of evidence, and clusters as it is told", async () => {
    const replicated = ["a", "b", "c", "d"].flatMap((questionId, at) =>
      [1, 2, 3].map((replicate) => result({ questionId, replicate, verifyResult: at > 0, keywords: ["k"] })),
    );
    const { overall } = await summarize(replicated);
    expect(overall.passRate).toMatchObject({ passed: 9, of: 12, clusters: 4 });
    expect(overall.passRate.interval).toEqual(wilsonInterval(3, 4));
    const { overall: byKeyword } = await summarize(replicated, { cluster: "keyword" });
    expect(byKeyword.passRate).toMatchObject({ clusters: 1, effectiveSize: 1 });
    const own = await summarize(replicated, { cluster: ({ metadata }) => `${metadata.questionId < "c"}` });
    expect(own.overall.passRate.clusters).toBe(2);
  });

  it("says pass@k, pass^k and which questions are unstable, of verdicts alone", async () => {
    const outcomes: readonly (readonly [string, readonly (boolean | null)[]])[] = [
      ["stable", [true, true, true]],
      ["unstable", [true, false, true]],
      ["failed", [null, false, false]],
      ["once", [true, null, null]],
    ];
    const results = outcomes.flatMap(([questionId, verdicts]) =>
      verdicts.map((verifyResult, at) =>
        result({
          questionId,
          replicate: at + 1,
          verifyResult,
          ...(verifyResult === null ? { category: "parsing" as const } : {}),
        }),
      ),
    );
    const { pairs } = await summarize(results);
    const replicates = pairs[0]?.replicates;
    expect(replicates).toMatchObject({ most: 3, asked: 4, questions: 3, stable: 2 });
    expect(replicates?.passOfK.map(({ questions }) => questions)).toEqual([4, 3, 2]);
    expect(replicates?.leftOut).toEqual({
      questions: 2,
      outcomes: [{ outcome: "judge_failed", count: 3 }],
      absent: 0,
    });
    expect(replicates?.meanShare).toBeCloseTo(8 / 9, 12);
    expect(replicates?.unstable).toEqual([
      {
        questionId: "unstable",
        questionText: "text of unstable",
        outcomes: [
          { outcome: "pass", count: 2 },
          { outcome: "wrong", count: 1 },
        ],
        share: 2 / 3,
      },
    ]);
    expect(replicates?.passOfK.map(({ k, questions }) => [k, questions])).toEqual([
      [1, 4],
      [2, 3],
      [3, 2],
    ]);
    expect(replicates?.passOfK[1]?.passPowerK).toBeCloseTo((1 + 1 / 3 + 0) / 3, 12);
    expect((await summarize([pass, wrong])).pairs[0]?.replicates).toBeNull();
  });

  it("breaks results down by keyword, length, author and custom property", async () => {
    const results = [
      result({ verifyResult: true, questionId: "a", keywords: ["safety", "chemistry", "safety"] }),
      result({ verifyResult: false, questionId: "b", keywords: ["safety"], text: "é".repeat(100) }),
      result({ category: "timeout", questionId: "b", keywords: ["safety"] }),
      result({ verifyResult: true, questionId: "c" }),
    ];
    const questions: readonly QuestionFacts[] = [
      { id: "a", author: { name: "Ada" }, customMetadata: { level: 3 } },
      { id: "b", author: "Bo", customMetadata: { level: "hard" } },
      { id: "c", customMetadata: {} },
    ];
    const { overall } = await summarize(results, {
      questions,
      breakdowns: ["keyword", "length", "author", "property:level", "property:none"],
    });
    const told = overall.breakdowns.map(({ by, groups }) => [
      by,
      groups.map(({ group, results: n, passRate, outcomes }) => [
        group,
        n,
        `${passRate.passed}/${passRate.of}`,
        outcomes.infrastructure_failed,
      ]),
    ]);
    expect(told).toEqual([
      [
        "keyword",
        [
          ["safety", 3, "1/2", 1],
          ["chemistry", 1, "1/1", 0],
        ],
      ],
      [
        "length",
        [
          ["under 100 characters", 3, "2/2", 1],
          ["100 to 299 characters", 1, "0/1", 0],
        ],
      ],
      [
        "author",
        [
          ["Bo", 2, "0/1", 1],
          ["Ada", 1, "1/1", 0],
        ],
      ],
      [
        "property:level",
        [
          ["hard", 2, "0/1", 1],
          ["3", 1, "1/1", 0],
        ],
      ],
    ]);
    expect(overall.failureCategories).toEqual([{ category: "timeout", count: 1 }]);
  });
});
