import { describe, expect, test } from "vitest";
import * as z from "zod";
import { TransportError } from "../../base/index.ts";
import { scriptedModel } from "../../pipeline/testing/scripted-model.ts";
import type { LlmPort, LlmRequest } from "../../ports/index.ts";
import {
  callableTrait,
  llmTrait,
  metricTrait,
  type RubricTrait,
  regexTrait,
  rubric,
} from "../../rubric/index.ts";
import { messageText, userMessage } from "../../trace/index.ts";
import type { Judge } from "../judge.ts";
import { judgeOf, tools } from "../testing/judge-of.ts";
import { evaluateRubric } from "./evaluate-rubric.ts";
import type { EvaluateRubricRequest } from "./rubric-evaluation.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score" });
const tone = llmTrait({ name: "tone", kind: "literal", classes: { formal: "No slang", casual: "Spoken" } });
const style = llmTrait({ name: "style", kind: "literal", classes: { prose: "Text", list: "Bullets" } });
const safety = llmTrait({ name: "safety", kind: z.object({ warns: z.boolean() }) });
const content = metricTrait({
  name: "content",
  metrics: ["precision", "recall"],
  tpInstructions: ["names the target"],
});
const cites = regexTrait({ name: "cites", pattern: "\\[\\d\\]" });
const words = callableTrait({
  name: "words",
  kind: "score",
  minScore: 0,
  maxScore: 99,
  evaluate: (text) => text.split(" ").length,
});
const down = new TransportError("server_error", "the judge is down");

const evaluate = (
  llm: LlmPort,
  traits: readonly RubricTrait[],
  request: Partial<EvaluateRubricRequest> = {},
  judge: Partial<Judge> = {},
) =>
  evaluateRubric(judgeOf(llm, judge), {
    rubric: rubric(traits),
    strategy: "batch",
    question: "What is the putative target of venetoclax?",
    answer: "It is BCL2 [1].",
    referenceAnswer: null,
    tools,
    callables: {
      async evaluate(code, text) {
        if (code.kind !== "native") throw new Error("only native functions run in this test");
        return code.evaluate(text);
      },
    },
    ...request,
  });

const textOf = (request: LlmRequest | undefined) =>
  (request?.messages ?? []).map(messageText).join("\n=====\n");

test("everything together, in the order of the traits", async () => {
  const model = scriptedModel([
    { json: { warns: true } },
    { json: { scores: { depth: 7, clear: false } } },
    { json: { classifications: [{ trait_name: "tone", class_name: "Casual" }] } },
    { json: { tp: ["BCL2"], fn: [], fp: ["bcl2 ", "MCL1"] } },
  ]);
  const evaluation = await evaluate(model, [tone, clear, safety, depth, cites, words, content]);
  expect(evaluation).toEqual({
    llmTraitScores: { tone: 1, clear: false, "safety.warns": true, depth: 5 },
    llmTraitLabels: { tone: "casual" },
    regexTraitScores: { cites: true },
    callableTraitScores: { words: 4 },
    metricTraitScores: { content: { precision: 1 / 3, recall: 1 } },
    metricTraitConfusionLists: { content: { tp: ["BCL2"], fn: [], fp: ["bcl2 ", "MCL1"], tn: [] } },
    retrievalTraitScores: {},
    retrievalTraitCounts: {},
    retrievalTraitFindings: {},
    failures: [],
    sources: {},
    deepJudgment: null,
    warnings: ['Trait "depth": the score 7 is outside 1 to 5 and counts as 5.'],
  });
  expect(Object.keys(evaluation.llmTraitScores)).toEqual(["tone", "clear", "safety.warns", "depth"]);
});

describe("one failure leaves the others", () => {
  test("a batch call that fails fails its own traits", async () => {
    const model = scriptedModel([
      down,
      { json: { classifications: [{ trait_name: "tone", class_name: "formal" }] } },
    ]);
    const evaluation = await evaluate(model, [clear, depth, tone, cites, words]);
    expect(evaluation).toMatchObject({
      llmTraitScores: { tone: 0 },
      regexTraitScores: { cites: true },
      callableTraitScores: { words: 4 },
      failures: [
        { trait: "clear", problem: "the judge is down" },
        { trait: "depth", problem: "the judge is down" },
      ],
    });
  });

  test("a literal call that fails scores -1 with the reason as label", async () => {
    const { llmTraitScores, llmTraitLabels, failures } = await evaluate(scriptedModel([down]), [tone]);
    expect(llmTraitScores).toEqual({ tone: -1 });
    expect(llmTraitLabels).toEqual({ tone: "[EVALUATION_ERROR: the judge is down]" });
    expect(failures).toEqual([{ trait: "tone", problem: "the judge is down" }]);
  });

  test("a metric or template call that fails leaves no lists and no fields", async () => {
    const model = scriptedModel([down, { json: { scores: { clear: true } } }, down]);
    const evaluation = await evaluate(model, [clear, safety, content]);
    expect(evaluation).toMatchObject({ llmTraitScores: { clear: true }, metricTraitScores: {} });
    expect(evaluation.metricTraitConfusionLists).toEqual({});
    expect(evaluation.failures.map(({ trait }) => trait)).toEqual(["safety", "content"]);
  });

  test("a function that throws or returns nonsense, and a pattern that cannot be matched", async () => {
    const bad = callableTrait({
      name: "bad",
      kind: "boolean",
      evaluate: () => {
        throw new Error("no such luck");
      },
    });
    const silly = callableTrait({
      name: "silly",
      kind: "score",
      minScore: 0,
      maxScore: 1,
      evaluate: () => Number.NaN,
    });
    const evaluation = await evaluate(scriptedModel([]), [bad, silly, words, cites]);
    expect(evaluation).toMatchObject({
      callableTraitScores: { words: 4 },
      regexTraitScores: { cites: true },
    });
    expect(evaluation.failures).toEqual([
      { trait: "bad", problem: "no such luck" },
      { trait: "silly", problem: "expected a number, found NaN" },
    ]);
  });
});

describe("a batch that is partly good", () => {
  test("keeps its values and asks once more, for the rest alone", async () => {
    const model = scriptedModel([
      { json: { scores: { clear: true } } },
      { json: { scores: { depth: 4, clear: false } } },
    ]);
    const { llmTraitScores, failures } = await evaluate(model, [clear, depth]);
    expect(llmTraitScores).toEqual({ clear: true, depth: 4 });
    expect(failures).toEqual([]);
    expect(model.requests[1]?.responseSchema?.schema.properties?.scores?.required).toEqual(["depth"]);
    expect(textOf(model.requests[1])).not.toContain('"clear"');
  });

  test.each([
    ["fails", [down]],
    ["does not settle it", [{ json: { scores: { depth: "high" } } }, { json: { scores: {} } }]],
  ])("when the second call %s, the first reply's problem stays", async (_name, rest) => {
    const model = scriptedModel([{ json: { scores: { clear: true, depth: 4.5 } } }, ...rest]);
    const { llmTraitScores, failures } = await evaluate(model, [clear, depth]);
    expect(llmTraitScores).toEqual({ clear: true });
    expect(failures).toEqual([{ trait: "depth", problem: "expected a whole number from 1 to 5, found 4.5" }]);
    model.assertComplete();
  });

  test("a class that does not exist is the judge's word; one that is missing is asked for again", async () => {
    const model = scriptedModel([
      { json: { classifications: [{ trait_name: "tone", class_name: "sarcastic" }] } },
      { json: { classifications: [{ trait_name: "style", class_name: "list" }] } },
    ]);
    const { llmTraitScores, llmTraitLabels, failures } = await evaluate(model, [tone, style]);
    expect(llmTraitScores).toEqual({ tone: -1, style: 1 });
    expect(llmTraitLabels).toEqual({ tone: "sarcastic", style: "list" });
    expect(failures.map(({ trait }) => trait)).toEqual(["tone"]);
    model.assertComplete();
  });

  test("a reply that settles nothing is answered with its problems", async () => {
    const model = scriptedModel([
      { json: { scores: { clear: "perhaps", depth: null } } },
      { json: { scores: { clear: true, depth: 2 } } },
    ]);
    expect((await evaluate(model, [clear, depth])).llmTraitScores).toEqual({ clear: true, depth: 2 });
    expect(textOf(model.requests[1])).toContain('clear: expected true or false, found "perhaps"');
  });
});

describe("the reference answer", () => {
  const right = llmTrait({ name: "right", kind: "boolean", includeGroundTruth: true });
  const referenceAnswer = "B-cell lymphoma 2";

  test("only traits that opt in are judged with it, and first", async () => {
    const model = scriptedModel([
      { json: { scores: { right: true } } },
      { json: { scores: { clear: true } } },
    ]);
    const { llmTraitScores } = await evaluate(model, [clear, right], { referenceAnswer });
    expect(llmTraitScores).toEqual({ clear: true, right: true });
    expect(model.requests.map(textOf).map((text) => text.includes(referenceAnswer))).toEqual([true, false]);
  });

  test("in sequence, too", async () => {
    const model = scriptedModel([{ json: { result: true } }, { json: { result: true } }]);
    await evaluate(model, [clear, right], { referenceAnswer, strategy: "sequential" });
    expect(model.requests.map(textOf).map((text) => text.includes(referenceAnswer))).toEqual([false, true]);
  });

  test("never for metric traits", async () => {
    const model = scriptedModel([{ json: { tp: [], fn: [], fp: [] } }]);
    await evaluate(model, [content], { referenceAnswer });
    expect(textOf(model.requests[0])).not.toContain(referenceAnswer);
  });
});

test("the judge's own text comes first, the user's instructions last in the system text", async () => {
  const model = scriptedModel([{ json: { scores: { clear: true } } }]);
  const prompts = { rubricEvaluation: "Be strict." };
  await evaluate(model, [clear], {}, { systemPrompt: "You are a chemist.", prompts });
  const system = messageText(model.requests[0]?.messages[0] ?? userMessage(""));
  expect(system.startsWith("You are a chemist.\n\n")).toBe(true);
  expect(system.endsWith("\n\nBe strict.")).toBe(true);
});

test("at most eight calls are in flight, and all are made", async () => {
  let inFlight = 0;
  let most = 0;
  const traits = Array.from({ length: 20 }, (_, index) =>
    llmTrait({ name: `trait ${index}`, kind: "score" }),
  );
  const model = scriptedModel(traits.map((_, index) => ({ json: { score: (index % 5) + 1 } })));
  const slow: LlmPort = {
    ...model,
    async generate(request) {
      inFlight += 1;
      most = Math.max(most, inFlight);
      const reply = await model.generate(request);
      await new Promise((resolve) => setImmediate(resolve));
      inFlight -= 1;
      return reply;
    },
  };
  const { llmTraitScores } = await evaluate(slow, traits, { strategy: "sequential" });
  expect(most).toBe(8);
  expect(Object.values(llmTraitScores)).toEqual(traits.map((_, index) => (index % 5) + 1));
});

test("only cancelling rejects, and nothing is asked afterwards", async () => {
  const cancel = new AbortController();
  const traits = Array.from({ length: 20 }, (_, index) =>
    llmTrait({ name: `trait ${index}`, kind: "boolean" }),
  );
  const model = scriptedModel(
    traits.map(() => () => {
      cancel.abort();
      throw down;
    }),
  );
  const evaluation = evaluate(model, traits, { strategy: "sequential" }, { signal: cancel.signal });
  await expect(evaluation).rejects.toThrow();
  expect(model.requests.length).toBeLessThanOrEqual(8);
});
