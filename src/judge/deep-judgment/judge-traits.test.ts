import { describe, expect, test } from "vitest";
import * as z from "zod";
import { callableTrait, llmTrait, metricTrait, regexTrait } from "../../rubric/index.ts";
import { answer, evidenceModel, quote, textOf } from "./testing/evidence-model.ts";
import { judgeDeep, referenceAnswer } from "./testing/judge-deep.ts";
import { oneResult, scriptedSearch } from "./testing/scripted-search.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score", minScore: 0, maxScore: 4 });
const classes = { formal: "No slang", casual: "Spoken" };
const tone = llmTrait({ name: "tone", kind: "literal", classes });
const safety = llmTrait({ name: "safety", kind: z.object({ warns: z.boolean() }) });
const everyKind = [clear, depth, tone, safety];
const excerpt = { text: quote, confidence: "high", similarityScore: 1, start: 0, end: quote.length };

describe.each(["sequential", "batch"] as const)("every kind, %s", (strategy) => {
  test.each([true, false])("with excerpts: %s", async (excerptEnabled) => {
    const model = evidenceModel();
    const evaluation = await judgeDeep(model, everyKind, { strategy, settings: { excerptEnabled } });
    const scores = { clear: true, depth: 0, tone: 0, "safety.warns": true };
    expect(evaluation).toMatchObject({
      llmTraitScores: scores,
      llmTraitLabels: { tone: "formal" },
      failures: [],
      warnings: [],
    });
    const { deepJudgment } = evaluation;
    const names = everyKind.map(({ name }) => name);
    expect(deepJudgment.scores).toEqual(scores);
    expect(deepJudgment.excerpts).toEqual(
      excerptEnabled ? Object.fromEntries(names.map((name) => [name, [excerpt]])) : {},
    );
    expect(Object.keys(deepJudgment.reasoning)).toEqual(names);
    expect(deepJudgment.reasoning.clear).toMatch(/^Evidence: .+\nInterpretation: .+\nConclusion: /);
    const stages = ["reasoning_generation", "score_extraction"];
    for (const name of names)
      expect(deepJudgment.traits[name]).toEqual({
        stagesCompleted: excerptEnabled ? ["excerpt_extraction", ...stages] : stages,
        modelCalls: excerptEnabled ? 3 : 2,
        hadExcerpts: excerptEnabled,
        excerptRetryCount: 0,
        excerptValidationFailed: false,
      });
    expect(deepJudgment).toMatchObject({
      standardScores: {},
      traitsWithoutValidExcerpts: [],
      hallucinationRisk: {},
      excerptRetries: 0,
    });
  });
});

test("the lowest score of a scale from 0 is 0, a class beyond the list is -1 with the judge's own word", async () => {
  const model = evidenceModel(({ form }) =>
    form === "trait_values"
      ? { json: { scores: { depth: 0 }, classifications: [{ trait_name: "tone", class_name: "rude" }] } }
      : undefined,
  );
  const { llmTraitScores, llmTraitLabels, failures, deepJudgment } = await judgeDeep(model, [depth, tone], {
    strategy: "batch",
  });
  expect(llmTraitScores).toEqual({ depth: 0, tone: -1 });
  expect(llmTraitLabels).toEqual({ tone: "rude" });
  expect(failures.map(({ trait }) => trait)).toEqual(["tone"]);
  expect(deepJudgment.traits.tone?.error).toContain("rude");
  expect(model.calls.filter((call) => call.startsWith("trait_values"))).toHaveLength(1);
});

test("beside standard, regex, callable and metric traits, in the order of the rubric", async () => {
  const style = llmTrait({ name: "style", kind: "boolean" });
  const model = evidenceModel(({ form }) =>
    form === "trait_findings" ? { json: { tp: ["BCL2"], fn: [], fp: [] } } : undefined,
  );
  const evaluation = await judgeDeep(
    model,
    [
      style,
      clear,
      regexTrait({ name: "cites", pattern: "\\[\\d\\]" }),
      callableTrait({ name: "short", kind: "boolean", evaluate: (text) => text.length < 100 }),
      metricTrait({ name: "content", metrics: ["recall"], tpInstructions: ["names the target"] }),
      depth,
    ],
    { own: { style: null } },
  );
  expect(Object.keys(evaluation.llmTraitScores)).toEqual(["style", "clear", "depth"]);
  expect(evaluation).toMatchObject({
    llmTraitScores: { style: true, clear: true, depth: 0 },
    regexTraitScores: { cites: true },
    callableTraitScores: { short: true },
    metricTraitScores: { content: { recall: 1 } },
    failures: [],
    deepJudgment: { scores: { clear: true, depth: 0 }, standardScores: { style: true } },
  });
  expect(Object.keys(evaluation.deepJudgment.traits)).toEqual(["clear", "depth"]);
  expect(model.requests).toHaveLength(3 + 3 + 1 + 1);
  expect(evaluation.deepJudgment.modelCalls).toBe(6);
});

test("with and without excerpts in one batch: each sees its own evidence", async () => {
  const model = evidenceModel();
  const { llmTraitScores } = await judgeDeep(model, [clear, tone, depth], {
    strategy: "batch",
    own: { tone: { excerptEnabled: false } },
  });
  expect(llmTraitScores).toEqual({ clear: true, tone: 0, depth: 0 });
  expect(model.calls.toSorted()).toEqual(
    [
      "excerpts clear depth",
      "reasoning clear depth",
      "reasoning tone",
      "trait_classification tone",
      "trait_values clear depth",
    ].toSorted(),
  );
  const shows = (call: string) => textOf(model.requests[model.calls.indexOf(call)]).includes(answer);
  expect(model.calls.filter(shows).toSorted()).toEqual(["excerpts clear depth", "reasoning tone"]);
});

describe("excerpts", () => {
  test("what is found is kept as the judge wrote it, with its place in the answer, at most so many", async () => {
    const quotes = ["binds  BCL2", "Navitoclax", "frees the cell", "to die"];
    const excerpts = quotes.map((text) => ({ text, confidence: "low", explanation: null }));
    const model = evidenceModel(({ form }) =>
      form === "excerpts" ? { json: { excerpts: { clear: excerpts } } } : undefined,
    );
    const { deepJudgment } = await judgeDeep(model, [clear], { settings: { maxExcerpts: 2 } });
    expect(deepJudgment.excerpts.clear).toEqual([
      { text: "binds  BCL2", confidence: "low", similarityScore: 1, start: 11, end: 21 },
      { text: "frees the cell", confidence: "low", similarityScore: 1, start: 43, end: 57 },
    ]);
    expect(deepJudgment.traits.clear).toMatchObject({ excerptRetryCount: 0, modelCalls: 3 });
  });

  test("the judge of reasons and scores gets the excerpts, never the reference answer", async () => {
    const open = llmTrait({ name: "right", kind: "boolean", includeGroundTruth: true });
    const model = evidenceModel();
    await judgeDeep(model, [open]);
    expect(model.requests.map(textOf).join()).not.toContain(referenceAnswer);
    expect(model.requests.slice(1).every((request) => textOf(request).includes(quote))).toBe(true);
  });

  test("classes and fields say what to look for", async () => {
    const model = evidenceModel();
    await judgeDeep(model, [tone, safety], { strategy: "batch" });
    expect(textOf(model.requests[0])).toContain("- formal: No slang");
    expect(textOf(model.requests[0])).toContain("- warns");
  });
});

describe("looking excerpts up", () => {
  const risky = ["none", "medium", "low"] as const;
  const quotes = ["Venetoclax binds BCL2", "nothing else", "frees the cell"];
  const say = ({ form }: { readonly form: string }) => {
    if (form === "excerpts")
      return {
        json: {
          excerpts: { clear: quotes.map((text) => ({ text, confidence: "high", explanation: null })) },
        },
      };
    if (form !== "excerpt_assessments") return undefined;
    const excerpt_assessments = risky.map((hallucination_risk, index) => ({
      excerpt_id: String(index + 1),
      justification: "One source.",
      hallucination_risk,
    }));
    return { json: { excerpt_assessments } };
  };

  test("all excerpts of a trait in one search and one call; the highest risk is the trait's", async () => {
    const search = scriptedSearch(() => oneResult);
    const model = evidenceModel(say);
    const { deepJudgment } = await judgeDeep(model, [clear], { search, settings: { searchEnabled: true } });
    expect(search.searches).toEqual([quotes]);
    expect(deepJudgment.hallucinationRisk).toEqual({
      clear: { overallRisk: "medium", perExcerptRisks: risky },
    });
    expect(deepJudgment.excerpts.clear?.[1]).toMatchObject({
      hallucinationRisk: "medium",
      hallucinationJustification: "One source.",
      searchResults: [{ title: "Venetoclax", content: "A BCL2 inhibitor." }],
    });
    expect(deepJudgment.traits.clear).toMatchObject({
      modelCalls: 4,
      stagesCompleted: [
        "excerpt_extraction",
        "hallucination_assessment",
        "reasoning_generation",
        "score_extraction",
      ],
    });
    expect(textOf(model.requests.at(-1))).toContain('"hallucination_risk": "medium"');
  });

  test("only for the traits that ask for it, in a batch too", async () => {
    const search = scriptedSearch(() => oneResult);
    const { deepJudgment } = await judgeDeep(evidenceModel(), [clear, depth], {
      search,
      strategy: "batch",
      own: { depth: { searchEnabled: true } },
    });
    expect(search.searches).toEqual([[quote]]);
    expect(Object.keys(deepJudgment.hallucinationRisk)).toEqual(["depth"]);
    expect(deepJudgment.traits.clear?.modelCalls).toBe(3);
    expect(deepJudgment.traits.depth?.modelCalls).toBe(4);
    expect(deepJudgment.modelCalls).toBe(4);
  });

  test("a trait that asks for a search in a run without one is judged without", async () => {
    const { llmTraitScores, warnings } = await judgeDeep(evidenceModel(), [clear], {
      settings: { searchEnabled: true },
    });
    expect(llmTraitScores).toEqual({ clear: true });
    expect(warnings).toEqual(["The trait clear asks for a search, but the run has none."]);
  });
});

test("a trait may have any name", async () => {
  const names = ["constructor", "__proto__", "toString", "1"];
  const traits = names.map((name) => llmTrait({ name, kind: "boolean" }));
  for (const strategy of ["batch", "sequential"] as const) {
    const { deepJudgment, failures } = await judgeDeep(evidenceModel(), traits, { strategy });
    expect(failures).toEqual([]);
    expect(Object.keys(deepJudgment.scores).toSorted()).toEqual(names.toSorted());
    expect(Object.keys(deepJudgment.excerpts).toSorted()).toEqual(names.toSorted());
  }
});

test("the user's instructions for deep judgment stand in every call about evidence", async () => {
  const model = evidenceModel();
  const prompts = { deepJudgment: "Look twice.", rubricEvaluation: "Be strict." };
  await judgeDeep(model, [clear], { judge: { prompts } });
  const texts = model.requests.map(textOf);
  expect(texts.every((text) => text.includes("Look twice."))).toBe(true);
  expect(texts.some((text) => text.includes("Be strict."))).toBe(false);
});

test("at most eight calls are in flight", async () => {
  const traits = Array.from({ length: 20 }, (_, index) => llmTrait({ name: `t${index}`, kind: "boolean" }));
  const model = evidenceModel();
  let inFlight = 0;
  let most = 0;
  const { llmTraitScores } = await judgeDeep(
    {
      ...model,
      async generate(request) {
        inFlight += 1;
        most = Math.max(most, inFlight);
        await new Promise((resolve) => setImmediate(resolve));
        const reply = await model.generate(request);
        inFlight -= 1;
        return reply;
      },
    },
    traits,
  );
  expect(most).toBe(8);
  expect(Object.keys(llmTraitScores)).toEqual(traits.map(({ name }) => name));
});
