import { describe, expect, it } from "vitest";
import { rubricSection, VerificationResult, type VerificationResultRubric } from "../../result/index.ts";
import { callableTrait, llmTrait, regexTrait, rubric } from "../../rubric/index.ts";
import { type SummaryOptions, summarize } from "../index.ts";
import { wilsonInterval } from "../statistics/rates/wilson.ts";

function result(
  fields: Partial<VerificationResultRubric> | null,
  judge = "judge",
  questionId = "q",
): VerificationResult {
  return VerificationResult.parse({
    metadata: {
      questionId,
      templateId: "no_template",
      questionText: "?",
      answering: { interface: "openai", modelName: "gpt" },
      parsing: { interface: "openai", modelName: judge },
      executionTime: 1,
      timestamp: "",
      resultId: "",
      evaluationMode: "rubric_only",
      completedWithoutErrors: true,
    },
    rubric: fields && rubricSection({ rubricEvaluationPerformed: true, ...fields }),
  });
}

const traitsOf = async (
  rubrics: readonly Partial<VerificationResultRubric>[],
  options: SummaryOptions = {},
) =>
  (
    await summarize(
      rubrics.map((fields, at) => result(fields, "judge", `q${at}`)),
      options,
    )
  ).overall.traits;

describe("figures of a trait", () => {
  it("boolean: how often true, with a Wilson interval; false counts", async () => {
    const [clear] = await traitsOf([
      ...Array.from({ length: 3 }, () => ({ llmTraitScores: { clear: true } })),
      { llmTraitScores: { clear: false } },
    ]);
    expect(clear).toMatchObject({ trait: "clear", type: "llm", n: 4, failed: 0, skipped: 0, reasons: [] });
    expect(clear?.values).toEqual([
      {
        kind: "boolean",
        field: null,
        n: 4,
        true: 3,
        rate: 0.75,
        interval: { low: expect.closeTo(0.3006, 4), high: expect.closeTo(0.9544, 4) },
      },
    ]);
  });

  it("score: mean, extremes, and the scale where the rubric tells it", async () => {
    const scores = [{ llmTraitScores: { depth: 0 } }, { llmTraitScores: { depth: 3 } }];
    const score = {
      kind: "score",
      field: null,
      n: 2,
      mean: 1.5,
      interval: { low: 0, high: 3 },
      lowest: 0,
      highest: 3,
    };
    expect((await traitsOf(scores))[0]?.values).toEqual([{ ...score, min: null, max: null }]);
    const depth = llmTrait({
      name: "depth",
      kind: "score",
      minScore: 0,
      maxScore: 10,
      higherIsBetter: false,
    });
    const [known] = await traitsOf(scores, { rubrics: [rubric([depth])] });
    expect(known).toMatchObject({ higherIsBetter: false, values: [{ ...score, min: 0, max: 10 }] });
  });

  it("literal: a count per label, in the order of the classes where they are known", async () => {
    const labelled = (label: string, score: number) => ({
      llmTraitScores: { tone: score },
      llmTraitLabels: { tone: label },
    });
    const results = [labelled("Casual", 1), labelled("Formal", 0), labelled("Casual", 1)];
    expect((await traitsOf(results))[0]?.values).toMatchObject([
      {
        kind: "literal",
        field: null,
        n: 3,
        counts: [
          { label: "Casual", count: 2, interval: wilsonInterval(2, 3) },
          { label: "Formal", count: 1, interval: wilsonInterval(1, 3) },
        ],
        others: 0,
      },
    ]);
    const tone = llmTrait({
      name: "tone",
      kind: "literal",
      classes: { Formal: "Stiff", Casual: "Loose", Rude: "Harsh" },
    });
    expect((await traitsOf(results, { rubrics: [rubric([tone])] }))[0]?.values).toMatchObject([
      {
        counts: [
          { label: "Formal", count: 1 },
          { label: "Casual", count: 2 },
          { label: "Rude", count: 0 },
        ],
      },
    ]);
  });

  it("literal of an agentic trait: the label that the result holds, without a rubric", async () => {
    const results = [{ agenticTraitScores: { style: 1 }, agenticTraitLabels: { style: "Ornate" } }];
    expect((await traitsOf(results))[0]).toMatchObject({
      type: "agentic",
      values: [{ kind: "literal", counts: [{ label: "Ornate", count: 1 }] }],
    });
  });

  it("literal of a callable: class names from the rubric", async () => {
    const size = callableTrait({
      name: "size",
      kind: "literal",
      classes: { Short: "Up to a line", Long: "More" },
      evaluate: () => "Short",
    });
    const results = [{ callableTraitScores: { size: 1 } }, { callableTraitScores: { size: 0 } }];
    expect((await traitsOf(results, { rubrics: [rubric([size])] }))[0]).toMatchObject({
      type: "callable",
      values: [
        {
          kind: "literal",
          counts: [
            { label: "Short", count: 1 },
            { label: "Long", count: 1 },
          ],
        },
      ],
    });
  });

  it("metric: a mean per metric", async () => {
    const [drugs] = await traitsOf([
      { metricTraitScores: { drugs: { precision: 1, recall: 0.5 } } },
      { metricTraitScores: { drugs: { precision: 0 } } },
    ]);
    expect(drugs?.values).toEqual([
      {
        kind: "metric",
        field: null,
        n: 2,
        metrics: [
          { metric: "precision", n: 2, mean: 0.5, interval: { low: 0, high: 1 } },
          { metric: "recall", n: 1, mean: 0.5, interval: null },
        ],
      },
    ]);
  });

  it("template: each field as its values are; a field without a value is not counted", async () => {
    const traitProvenance = { plan: "global" };
    const plan = (values: { [key: string]: boolean | number | string | null | string[] }) => ({
      llmTraitScores: Object.fromEntries(
        Object.entries(values).map(([key, value]) => [`plan.${key}`, value]),
      ),
      traitProvenance,
    });
    const traits = await traitsOf([
      plan({ dosed: true, "dose.mg": 4, drug: "a", steps: ["x"] }),
      plan({ dosed: null, "dose.mg": 6, drug: "a", steps: [] }),
      { traitProvenance, traitFailures: { plan: "no JSON" } },
    ]);
    expect(traits).toHaveLength(1);
    expect(traits[0]).toMatchObject({ trait: "plan", n: 2, failed: 1 });
    expect(traits[0]?.values).toMatchObject([
      { kind: "boolean", field: "dosed", n: 1, true: 1 },
      { kind: "score", field: "dose.mg", n: 2, mean: 5, min: null },
      { kind: "literal", field: "drug", counts: [{ label: "a", count: 2 }] },
      { kind: "other", field: "steps", n: 2 },
    ]);
  });

  it("texts that are all different take no memory without end", async () => {
    const results = Array.from({ length: 50 }, (_, at) => ({ agenticTraitScores: { note: `note ${at}` } }));
    const values = (await traitsOf(results))[0]?.values[0];
    expect(values).toMatchObject({ kind: "literal", n: 50, others: 30 });
    expect(values?.kind === "literal" && values.counts.length).toBe(20);
  });
});

describe("traits without a value", () => {
  it("are counted with their reasons, most frequent first, and never as values", async () => {
    const [tone] = await traitsOf([
      { llmTraitScores: { tone: 1 }, llmTraitLabels: { tone: "Casual" } },
      {
        llmTraitScores: { tone: -1 },
        llmTraitLabels: { tone: "[EVALUATION_ERROR: 500]" },
        traitFailures: { tone: "500" },
      },
      { traitFailures: { tone: "no class" } },
      { traitFailures: { tone: "no class" } },
    ]);
    expect(tone).toMatchObject({
      n: 1,
      failed: 3,
      skipped: 0,
      reasons: [
        { reason: "no class", count: 2 },
        { reason: "500", count: 1 },
      ],
      values: [{ n: 1, counts: [{ label: "Casual", count: 1 }] }],
    });
  });

  it("a literal one of a file that tells no failures is known by its -1", async () => {
    const [tone] = await traitsOf([{ llmTraitScores: { tone: -1 }, llmTraitLabels: { tone: "Chatty" } }]);
    expect(tone).toMatchObject({ n: 0, failed: 1, values: [] });
  });

  it("a score of -1 is a score", async () => {
    expect((await traitsOf([{ llmTraitScores: { lean: -1 } }]))[0]).toMatchObject({
      n: 1,
      values: [{ mean: -1 }],
    });
  });

  it("a dynamic one that did not apply is skipped, not failed", async () => {
    const [safety] = await traitsOf([
      { dynamicRubricSkippedTraits: { safety: "concept not present in response" } },
      { regexTraitScores: { safety: true }, traitProvenance: { safety: "dynamic" } },
    ]);
    expect(safety).toMatchObject({ type: "regex", n: 1, failed: 0, skipped: 1 });
  });

  it("one that was to be judged and is not mentioned was not evaluated", async () => {
    expect(await traitsOf([{ traitProvenance: { runs: "global" } }])).toMatchObject([
      { trait: "runs", type: null, n: 0, failed: 1, reasons: [{ reason: "not evaluated", count: 1 }] },
    ]);
  });

  it("many different reasons are counted, and ten are kept", async () => {
    const [trait] = await traitsOf(
      Array.from({ length: 30 }, (_, at) => ({ traitFailures: { a: `reason ${at}` } })),
    );
    expect(trait?.failed).toBe(30);
    expect(trait?.reasons).toHaveLength(10);
  });
});

it("a name that questions define differently has no scale", async () => {
  const score = (maxScore: number) => llmTrait({ name: "depth", kind: "score", maxScore });
  const rubrics = [rubric([score(5)]), rubric([score(9)]), rubric([regexTrait({ name: "x", pattern: "x" })])];
  const traits = await traitsOf([{ llmTraitScores: { depth: 4 } }], { rubrics });
  expect(traits[0]?.values).toMatchObject([{ kind: "score", max: null }]);
});

it("pairs of models have their own traits, and results without a rubric are told", async () => {
  const { pairs, overall } = await summarize([
    result({ llmTraitScores: { clear: true } }),
    result({ llmTraitScores: { clear: false } }, "other"),
    result(null),
  ]);
  expect(pairs.map(({ parsing, traits }) => [parsing, traits[0]?.n])).toEqual([
    ["openai:judge", 1],
    ["openai:other", 1],
  ]);
  expect(overall).toMatchObject({ results: 3, rubricEvaluated: 2, nothingToVerify: 3 });
  expect(overall.traits[0]?.values).toMatchObject([{ n: 2, true: 1 }]);
});
