import { describe, expect, it } from "vitest";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { VerificationResult } from "../../result/index.ts";
import { blankLabels, Comparison, compareModels, compareRuns, type Label, sampleAnswers } from "../index.ts";
import { simulateDifference, simulatedDifferences } from "./testing/simulate-differences.ts";

interface Sample {
  readonly at: number;
  readonly model: string;
  /** What the judge says. */
  readonly passed: boolean;
  /** What persons say, which stands in the answer. */
  readonly right: boolean;
  readonly judge?: string;
  readonly words?: string;
}

function result({ at, model, passed, right, judge = "judge", words = "" }: Sample): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId: `q${at}`,
      templateId: "t",
      questionText: `question ${at}`,
      answering: { interface: "openai", modelName: model },
      parsing: { interface: "openai", modelName: judge },
      executionTime: 1,
      timestamp: "",
      resultId: `${judge}${model}${at}`,
      completedWithoutErrors: true,
    },
    template: {
      rawLlmResponse: words || `${right ? "right" : "wrong"} answer ${at} of ${model}`,
      templateVerificationPerformed: true,
      verifyResult: passed,
    },
  });
}

/** Of 60 answers the judge passes 48, persons `right`: it passes 6 that are wrong, and fails `right − 42`. */
const run = (model: string, right: number, judge?: string) =>
  Array.from({ length: 60 }, (_, at) => {
    const passed = at < 48;
    return result({ at, model, passed, right: passed ? at < 42 : at < 6 + right, ...(judge && { judge }) });
  });
const before = run("small", 42);
const after = run("large", 48);

async function labelsOf(results: readonly VerificationResult[], size = 60): Promise<readonly Label[]> {
  const blank = blankLabels(await sampleAnswers(() => results, { size, seed: 1 }), [], "ana");
  return blank.map((label) => ({ ...label, value: label.response.startsWith("right") }));
}
const runs = (first = before, second = after) => [
  { name: "before", results: first },
  { name: "after", results: second },
];

describe("labels in comparisons", () => {
  it("give the rates and the difference that persons find where they label all", async () => {
    const labels = [await labelsOf(before), await labelsOf(after)];
    const { pairs } = await compareRuns(runs(), { labels, resamples: 100 });
    expect(pairs[0]?.passes.difference).toBe(0);
    const { corrected } = pairs[0] ?? {};
    expect(corrected).toMatchObject({ pairs: 60, sameAnswers: 0, labelledA: 60, labelledB: 60 });
    expect(corrected?.rateA?.value).toBeCloseTo(42 / 60, 9);
    expect(corrected?.rateB?.value).toBeCloseTo(48 / 60, 9);
    expect(corrected?.difference?.value).toBeCloseTo(6 / 60, 9);
    const { low = 0, high = 0 } = corrected?.difference?.interval ?? {};
    expect(low).toBeLessThan(0.1);
    expect(high).toBeGreaterThan(0.1);
    expect(Comparison.parse(await compareRuns(runs(), { resamples: 100 }))).toMatchObject({
      pairs: [{ corrected: null }],
    });
  });

  it("are drawn from a run of both models as well, and fewer of them are wider", async () => {
    const both = [...before, ...after];
    const width = async (size: number) => {
      const labels = [await labelsOf(both, size)];
      const { pairs } = await compareModels(both, { labels, resamples: 100 });
      const { corrected } = pairs[0] ?? {};
      expect((corrected?.labelledA ?? 0) + (corrected?.labelledB ?? 0)).toBe(size);
      const { low = 0, high = 0 } = corrected?.difference?.interval ?? {};
      return high - low;
    };
    expect(await width(40)).toBeGreaterThan((await width(120)) * 1.1);
  });

  it("of one side alone tell no difference", async () => {
    const { pairs } = await compareRuns(runs(), { labels: [await labelsOf(before)], resamples: 100 });
    expect(pairs[0]?.corrected).toMatchObject({ labelledB: 0, rateB: null, difference: null });
    expect(pairs[0]?.corrected?.rateA).not.toBe(null);
  });

  it("find nothing between two judges of the same answers", async () => {
    const second = before.map((one, at) =>
      result({
        at,
        model: "small",
        judge: "other",
        passed: at < 30,
        right: at < 42,
        words: one.template?.rawLlmResponse ?? "",
      }),
    );
    const { pairs } = await compareModels([...before, ...second], {
      by: "parsing",
      labels: [await labelsOf(before, 40)],
      resamples: 100,
    });
    expect(pairs[0]?.corrected).toMatchObject({
      sameAnswers: 60,
      labelledA: 40,
      labelledB: 40,
      difference: { value: 0, interval: { low: 0, high: 0 } },
    });
    expect(pairs[0]?.passes.difference).toBeCloseTo(-0.3, 9);
  });

  it("count answers that are the same as no difference", async () => {
    const mixed = after
      .map((one, at) => (at % 2 === 0 ? before[at] : one) ?? one)
      .map((one, at) =>
        VerificationResult.parse({
          ...one,
          metadata: { ...one.metadata, answering: before[at]?.metadata.answering },
        }),
      );
    const labels = [await labelsOf(before), await labelsOf(mixed)];
    const { corrected } = (await compareRuns(runs(before, mixed), { labels, resamples: 100 })).pairs[0] ?? {};
    const right = (results: readonly VerificationResult[]) =>
      results.filter(({ template }) => template?.rawLlmResponse.startsWith("right")).length;
    expect(corrected?.sameAnswers).toBe(30);
    expect(corrected?.difference?.value).toBeCloseTo((right(mixed) - right(before)) / 60, 9);
  });

  it("stand for an answer once, however many judges it has", async () => {
    const judged = (results: readonly VerificationResult[]) => [
      ...results,
      ...results.map((one, at) =>
        VerificationResult.parse({
          ...one,
          metadata: { ...one.metadata, parsing: { interface: "openai", modelName: "other" } },
          template: { ...one.template, verifyResult: at % 2 === 0 },
        }),
      ),
    ];
    const labels = [await labelsOf(before), await labelsOf(after)];
    const { corrected } =
      (await compareRuns(runs(judged(before), judged(after)), { labels, resamples: 100 })).pairs[0] ?? {};
    expect(corrected).toMatchObject({ pairs: 60, labelledA: 60 });
    expect(corrected?.difference?.value).toBeCloseTo(0.1, 9);
  });
});

describe("corrected differences", () => {
  it.each(simulatedDifferences.filter((_, at) => at % 4 !== 1))(
    "hold the truth as often as they say: $questions questions, $labels labels, $same same",
    (one) => {
      const draws = propertyRuns(60);
      // 95 % within five standard errors of the count of draws; 2,000 draws are within 94 and 97 %
      const slack = 5 * Math.sqrt((0.95 * 0.05) / draws) + 0.02;
      expect(simulateDifference(one, draws).corrected).toBeGreaterThan(0.95 - slack);
    },
  );
});
