import { describe, expect, it } from "vitest";
import { type FailureCategory, failure, rubricSection, VerificationResult } from "../../result/index.ts";
import { Comparison, compareModels, compareRuns, summarize } from "../index.ts";
import type { ModelDifference } from "../summary/model-differences.ts";

interface Sample {
  readonly question: string;
  readonly passed?: boolean | null;
  readonly model?: string;
  readonly judge?: string;
  readonly replicate?: number;
  readonly category?: FailureCategory;
  readonly keywords?: readonly string[];
  readonly score?: number;
  readonly drug?: string;
  readonly traits?: { readonly [trait: string]: boolean | number };
  readonly cost?: number | null;
  readonly judgingCost?: number;
  readonly tone?: string | null;
  readonly rubricOnly?: boolean;
}

function result({ question, passed = null, category, ...sample }: Sample): VerificationResult {
  const isFailed = category ?? (passed === false ? "content" : undefined);
  return VerificationResult.parse({
    metadata: {
      questionId: question,
      templateId: "t",
      questionText: `text of ${question}`,
      keywords: sample.keywords ?? null,
      answering: { interface: "openai", modelName: sample.model ?? "gpt" },
      parsing: { interface: "openai", modelName: sample.judge ?? "judge" },
      executionTime: 2,
      timestamp: "",
      resultId: "",
      evaluationMode: sample.rubricOnly ? "rubric_only" : null,
      replicate: sample.replicate ?? null,
      completedWithoutErrors: true,
      failure: isFailed
        ? failure({ category: isFailed, stage: "S", reason: `because of ${isFailed}` })
        : null,
    },
    template: {
      verifyResult: passed,
      templateVerificationPerformed: passed !== null,
      verifyGranularResult: sample.score ?? null,
      parsedGtResponse: { drug: "aspirin", dose: 5 },
      parsedLlmResponse: { drug: sample.drug ?? "aspirin", dose: 5 },
      fieldResults: passed === null ? null : { drug: passed, dose: true },
    },
    rubric:
      sample.tone !== undefined
        ? rubricSection({
            llmTraitScores: { tone: sample.tone === null ? -1 : 0 },
            llmTraitLabels: { tone: sample.tone ?? "[none]" },
          })
        : sample.traits
          ? rubricSection({ llmTraitScores: sample.traits })
          : null,
    stages: [
      ...(sample.cost === undefined
        ? []
        : [{ name: "GenerateAnswer", status: "ran", modelCalls: 1, durationMs: 1500, costUsd: sample.cost }]),
      ...(sample.judgingCost === undefined
        ? []
        : [
            {
              name: "ParseTemplate",
              status: "ran",
              modelCalls: 1,
              durationMs: 500,
              costUsd: sample.judgingCost,
            },
          ]),
    ],
  });
}

/** Questions q0, q1, … with these verdicts. */
const verdicts = (passes: readonly (boolean | null)[], more: Partial<Sample> = {}) =>
  passes.map((passed, at) => result({ question: `q${at}`, passed, ...more }));

const compared = async (a: readonly VerificationResult[], b: readonly VerificationResult[]) => {
  const comparison = await compareRuns([
    { name: "before", results: a },
    { name: "after", results: b },
  ]);
  const [pair] = comparison.pairs;
  if (pair === undefined) throw new Error("no pair");
  return { comparison, pair };
};

describe("compareRuns", () => {
  it("matches by question, and tests single pairs by McNemar's test", async () => {
    const a = verdicts([true, true, true, true, true, true, false, true]);
    const b = verdicts([false, false, false, false, false, false, true, true]);
    const { comparison, pair } = await compared(a, [...b, result({ question: "new", passed: true })]);
    expect(Comparison.parse(comparison)).toEqual(comparison);
    expect(pair).toMatchObject({
      a: "before",
      b: "after",
      matched: 8,
      unmatchedA: 0,
      unmatchedB: 1,
      unmatchedQuestions: ["new"],
      passes: {
        pairs: 8,
        clusters: 8,
        both: 1,
        onlyA: 6,
        onlyB: 1,
        neither: 0,
        rateA: 7 / 8,
        rateB: 2 / 8,
        difference: -5 / 8,
        test: { method: "mcnemar", pValue: 0.125, exact: true },
      },
    });
    expect(pair.passes.interval?.low).toBeLessThan(-5 / 8);
    expect(pair.passes.interval?.high).toBeGreaterThan(-5 / 8);
    // 8 · ((1.960 + 0.842) · √7 / 8 / 0.625)² = 17.6
    expect(pair.passes).toMatchObject({ clustersNeeded: 18, clustersMissing: 10 });
  });

  it("counts what has no verdict apart, by who lacks it", async () => {
    const timeout = { category: "timeout" } as const;
    const parsing = { category: "parsing" } as const;
    const a = [
      result({ question: "q0", passed: true }),
      result({ question: "q1", ...timeout }),
      result({ question: "q2", passed: true }),
      result({ question: "q3", ...parsing }),
      result({ question: "q4", rubricOnly: true }),
    ];
    const b = [
      result({ question: "q0", passed: true }),
      result({ question: "q1", passed: true }),
      result({ question: "q2", ...parsing }),
      result({ question: "q3", ...timeout }),
      result({ question: "q4", rubricOnly: true }),
    ];
    const { pair } = await compared(a, b);
    expect(pair).toMatchObject({ matched: 5, withoutVerdictA: 1, withoutVerdictB: 1, withoutVerdictBoth: 1 });
    expect(pair.passes).toMatchObject({ pairs: 1, both: 1, difference: 0, minimumDetectableEffect: null });
    expect(pair.outcomesA).toMatchObject({ pass: 2, infrastructure_failed: 1, judge_failed: 1, unscored: 1 });
    expect(pair.broken).toEqual([]);
    expect(pair.newFailures.map(({ questionId }) => questionId)).toEqual(["q2"]);
  });

  it("says of which judge and model a broken question is where there are several", async () => {
    const by = (judge: string, passed: boolean, model = "gpt") =>
      result({ question: "a", passed, judge, model });
    const brokenOf = async (before: readonly VerificationResult[], after: readonly VerificationResult[]) => {
      const { pairs } = await compareRuns([
        { name: "before", results: before },
        { name: "after", results: after },
      ]);
      return pairs.flatMap(({ broken }) => broken.map(({ answering, parsing }) => [answering, parsing]));
    };
    const before = [by("strict", true), by("lenient", true)];
    expect(await brokenOf(before, [by("strict", false), by("lenient", true)])).toEqual([
      [null, "openai:strict"],
    ]);
    expect(
      await brokenOf(
        [...before, by("strict", true, "small")],
        [by("strict", true), by("lenient", true), by("strict", false, "small")],
      ),
    ).toEqual([["openai:small", "openai:strict"]]);
    expect(await brokenOf(before.slice(1), [by("lenient", false)])).toEqual([[null, null]]);
  });

  it("lists broken and mended questions with both answers", async () => {
    const a = [
      result({ question: "q0", passed: true }),
      result({ question: "q1", passed: false, drug: "ibuprofen" }),
    ];
    const b = [
      result({ question: "q0", passed: false, drug: "x".repeat(400) }),
      result({ question: "q1", passed: true }),
    ];
    const { pair } = await compared(a, b);
    expect(pair.broken).toEqual([
      {
        questionId: "q0",
        questionText: "text of q0",
        keywords: [],
        answering: null,
        parsing: null,
        expected: "aspirin",
        a: { passed: 1, of: 1, outcome: "pass", got: "drug: aspirin; dose: 5", reason: null },
        b: { passed: 0, of: 1, outcome: "wrong", got: `${"x".repeat(300)}…`, reason: "because of content" },
      },
    ]);
    expect(pair.mended.map(({ questionId, a: before }) => [questionId, before?.got])).toEqual([
      ["q1", "ibuprofen"],
    ]);
    expect(pair.newFailures.map(({ questionId }) => questionId)).toEqual(["q0"]);
  });

  it("flips questions where there are replicates, which it matches, and says a question is broken by the majority", async () => {
    const runs = (passes: { readonly [question: string]: readonly boolean[] }) =>
      Object.entries(passes).flatMap(([question, list]) =>
        list.map((passed, at) => result({ question, passed, replicate: at + 1 })),
      );
    const a = runs({ q0: [true, true, true], q1: [true, true, false], q2: [true, true, true] });
    const b = runs({ q0: [false, false, false], q1: [true, false, false], q2: [true, true, false] });
    const { pair } = await compared(a, b);
    expect(pair.passes).toMatchObject({
      pairs: 9,
      clusters: 3,
      test: { method: "sign_flip", exact: true, pValue: 0.25 },
    });
    expect(pair.passes.effectiveSize).toBeLessThan(9);
    expect(pair.broken.map(({ questionId, b: after }) => [questionId, after?.passed, after?.of])).toEqual([
      ["q0", 0, 3],
      ["q1", 1, 3],
    ]);
    const single = await compared([result({ question: "q0", passed: true })], b);
    expect(single.pair).toMatchObject({ matched: 1, unmatchedB: 8 });
  });

  it("compares traits, scores and what was spent, and adjusts pass rates and all else by Holm, each by themselves", async () => {
    const side = (offset: number) =>
      Array.from({ length: 12 }, (_item, at) =>
        result({
          question: `q${at}`,
          passed: at % 2 === 0,
          score: 0.5,
          cost: 0.01 + 0.001 * at * offset,
          traits: { clear: offset === 1 || at < 2, depth: at + offset * (at % 3) },
        }),
      );
    const { comparison, pair } = await compared(side(0), side(1));
    expect(pair.traits).toMatchObject([
      { name: "clear", onlyB: 10, both: 2, test: { method: "mcnemar", pValue: 2 / 1024 } },
    ]);
    const measures = new Map(pair.measures.map((measure) => [measure.name, measure]));
    expect([...measures.keys()]).toEqual(["granular_score", "depth", "seconds", "cost_usd"]);
    expect(measures.get("depth")).toMatchObject({ kind: "trait", pairs: 12, difference: 1 });
    expect(measures.get("depth")?.interval?.low).toBeGreaterThan(0);
    expect(measures.get("depth")?.test?.pValue).toBe(2 / 256);
    expect(measures.get("cost_usd")).toMatchObject({ kind: "resource", test: null });
    expect(measures.get("cost_usd")?.difference).toBeCloseTo(0.0055, 10);
    expect(comparison).toMatchObject({ tests: 4, passTests: 1 });
    expect(pair.traits[0]?.test?.adjustedP).toBeCloseTo((3 * 2) / 1024, 12);
    expect(measures.get("depth")?.test?.adjustedP).toBeCloseTo((2 * 2) / 256, 12);
    expect(pair.passes.test?.adjustedP).toBe(1);
  });

  it("compares the shares of the classes of a literal trait, over what has a class on both sides", async () => {
    const side = (tones: readonly (string | null)[]) =>
      tones.map((tone, at) => result({ question: `q${at}`, passed: true, tone }));
    const { comparison, pair } = await compared(
      side(["warm", "warm", "cold", "cold", null]),
      side(["warm", "cold", "cold", "dry", "warm"]),
    );
    expect(pair.classes).toMatchObject([
      { trait: "tone", label: "warm", pairs: 4, rateA: 0.5, rateB: 0.25, difference: -0.25 },
      { trait: "tone", label: "cold", pairs: 4, rateA: 0.5, rateB: 0.5, difference: 0 },
      { trait: "tone", label: "dry", pairs: 4, rateA: 0, rateB: 0.25, difference: 0.25 },
    ]);
    expect(pair.measures.map(({ name }) => name)).toEqual(["seconds"]);
    expect(comparison.tests).toBe(1);
  });

  it("compares no cost that is known in part", async () => {
    const priced = verdicts([true, true, true], { cost: 0.02, judgingCost: 0.01 });
    const local = verdicts([true, true, true], { cost: null, judgingCost: 0.01 });
    const costOf = async (b: readonly VerificationResult[]) => {
      const { pair } = await compared(priced, b);
      const cost = pair.measures.find(({ name }) => name === "cost_usd");
      return [cost?.pairs, cost?.meanB, pair.partialCostA, pair.partialCostB];
    };
    expect(await costOf(local)).toEqual([undefined, undefined, 0, 3]);
    expect(await costOf([...priced.slice(0, 2), ...local.slice(2)])).toEqual([2, expect.closeTo(0.03), 0, 1]);
    const unpriced = verdicts([true, true], { cost: null });
    const { pair } = await compared(unpriced, unpriced);
    expect(pair.measures.map(({ name }) => name)).toEqual(["seconds"]);
    expect(pair).toMatchObject({ partialCostA: 0, partialCostB: 0 });
  });

  it("breaks passes down by keyword", async () => {
    const a = verdicts([true, true], { keywords: ["safety"] });
    const b = [result({ question: "q0", passed: false }), result({ question: "q1", passed: true })];
    const { pair } = await compared([...a, result({ question: "q2", passed: true, keywords: ["x"] })], b);
    expect(pair.keywords).toMatchObject([
      { keyword: "safety", pairs: 2, onlyA: 1, both: 1, difference: -0.5 },
    ]);
  });

  it("needs two sides", async () => {
    await expect(compareRuns([{ name: "one", results: [] }])).rejects.toThrow(
      /at least two sides; found: one/,
    );
    await expect(compareModels([])).rejects.toThrow(/found: none/);
  });
});

describe("compareModels", () => {
  it("says of pass rates what a summary says, however results are ordered and many traits there are", async () => {
    const shares = { a: 47, b: 53, c: 62 };
    const all = Object.entries(shares).flatMap(([model, share]) =>
      Array.from({ length: 120 }, (_item, at) =>
        result({
          question: `q${at % 60}`,
          replicate: at < 60 ? 1 : 2,
          model,
          passed: (at * at * 31 + at * 7 * share) % 101 < share,
          traits: { clear: at % 2 === 0, plain: at % 5 === 0, depth: at % 4 },
        }),
      ),
    );
    const testsOf = (compared: readonly Pick<ModelDifference, "a" | "b" | "passes">[]) =>
      new Map(compared.map(({ a, b, passes }) => [[a, b].toSorted().join(), passes.test]));
    const shuffled = all.toSorted(
      (left, right) => (left.metadata.replicate ?? 1) - (right.metadata.replicate ?? 1),
    );
    const inSummary = testsOf((await summarize(all)).differences);
    expect(
      [...inSummary.values()].some(
        (test) => test?.exact === false && test.pValue > 0.001 && test.pValue < 0.9,
      ),
    ).toBe(true);
    expect(testsOf((await compareModels(all)).pairs)).toEqual(inSummary);
    expect(testsOf((await compareModels(shuffled.toReversed())).pairs)).toEqual(inSummary);
  });

  const results = [
    ...verdicts([true, true, false], { model: "a" }),
    ...verdicts([true, false, false], { model: "a", judge: "second" }),
    ...verdicts([true, true, true], { model: "b" }),
    ...verdicts([true, true, true], { model: "b", judge: "second" }),
  ];

  it("compares answering models judge by judge", async () => {
    const { sides, pairs } = await compareModels(results);
    expect(sides).toEqual(["openai:a", "openai:b"]);
    expect(pairs).toMatchObject([{ matched: 6, passes: { pairs: 6, clusters: 3, onlyB: 3, both: 3 } }]);
  });

  it("compares judges over the same answers", async () => {
    const { pairs } = await compareModels(results, { by: "parsing" });
    // of each of two models
    expect(pairs[0]?.coverage).toMatchObject([{ questionsA: 6, decided: 6, toVerifyB: 6 }]);
    expect(pairs).toMatchObject([
      { a: "openai:judge", b: "openai:second", matched: 6, passes: { onlyA: 1 } },
    ]);
  });

  it("compares what judges cost and take, not the answer that they share", async () => {
    const judged = [
      ...verdicts([true, true, null], { judge: "first", cost: 0.5, judgingCost: 0.01 }),
      ...verdicts([true, true, null], { judge: "second", judgingCost: 0.03 }),
    ];
    const [pair] = (await compareModels(judged, { by: "parsing" })).pairs;
    expect(pair?.measures.map(({ name, pairs, meanA, meanB }) => ({ name, pairs, meanA, meanB }))).toEqual([
      { name: "judging_seconds", pairs: 3, meanA: 0.5, meanB: 0.5 },
      { name: "judging_cost_usd", pairs: 3, meanA: 0.01, meanB: 0.03 },
    ]);
  });

  it("makes each pair of three", async () => {
    const three = [...results, ...verdicts([false, false, false], { model: "c" })];
    const { pairs } = await compareModels(three);
    expect(pairs.map(({ a, b }) => [a, b])).toEqual([
      ["openai:a", "openai:b"],
      ["openai:a", "openai:c"],
      ["openai:b", "openai:c"],
    ]);
  });
});
