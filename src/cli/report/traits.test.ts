import { describe, expect, test } from "vitest";
import { summarize } from "../../analysis/index.ts";
import {
  noOutcomes,
  rubricSection,
  VerificationResult,
  type VerificationResultRubric,
} from "../../result/index.ts";
import { llmTrait, type Rubric, rubric } from "../../rubric/index.ts";
import type { OutputStream } from "../command-io.ts";
import { outcomeText } from "./progress-text.ts";
import { renderSummary } from "./summary.ts";
import { terminalOn } from "./terminal.ts";
import { resultTraitsText } from "./trait-text.ts";

interface Sample {
  readonly question?: string;
  readonly model?: string;
  /** Null: mode rubric_only. */
  readonly verdict?: boolean | null;
  readonly rubric?: Partial<VerificationResultRubric>;
}

function sample({ question = "What is it?", model = "small", verdict = null, rubric: traits }: Sample) {
  return VerificationResult.parse({
    metadata: {
      questionId: question,
      templateId: verdict === null ? "no_template" : "b3ce5a4a9a4bbdf2b7f1f1e2d4e5f6a7",
      questionText: question,
      answering: { interface: "openai", modelName: model },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 2,
      timestamp: "2026-01-01T00:00:00.000Z",
      resultId: "0123456789abcdef",
      evaluationMode: verdict === null ? "rubric_only" : "template_and_rubric",
      completedWithoutErrors: true,
    },
    template: {
      verifyResult: verdict,
      templateVerificationPerformed: verdict !== null,
      parsedLlmResponse: verdict === null ? null : { target: "BCL2" },
    },
    rubric: traits === undefined ? null : rubricSection({ rubricEvaluationPerformed: true, ...traits }),
  });
}

const plain: OutputStream = { write: () => true };

async function render(
  results: readonly VerificationResult[],
  { rubrics = [], stream = plain }: { rubrics?: readonly Rubric[]; stream?: OutputStream } = {},
) {
  const summary = await summarize(results, { rubrics });
  return renderSummary(summary, { terminal: terminalOn(stream, { NO_COLOR: "1" }), results });
}

const judged = [
  sample({
    rubric: {
      llmTraitScores: { clear: true, depth: 4, tone: 1 },
      llmTraitLabels: { tone: "Casual" },
      regexTraitScores: { cites: false },
      metricTraitScores: { drugs: { precision: 1, recall: 1 / 3 } },
    },
  }),
  sample({
    question: "Why is it?",
    rubric: {
      llmTraitScores: { clear: false, depth: 3, tone: -1 },
      llmTraitLabels: { tone: "[EVALUATION_ERROR: 500]" },
      traitFailures: { tone: "the server said 500", drugs: "the reply was no JSON" },
      dynamicRubricSkippedTraits: { cites: "concept not present in response" },
    },
  }),
  sample({ question: "Who is it?" }),
];

const depth = llmTrait({ name: "depth", kind: "score", higherIsBetter: false });

test("a run with rubrics only: traits instead of a pass rate, and why it is unscored", async () => {
  const text = await render(judged, { rubrics: [rubric([depth])] });
  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).toMatchInlineSnapshot(`
    "Results
      3 results of 3 questions, model openai:small, judge openai:judge, rubric_only

      model  results  time/task
      small        3      2.0 s

      Unscored: there was nothing to verify, so there is no pass rate; what was judged stands under the traits.

    Traits
      trait                    n  no value  did not apply  values
      clear                    2         0              0  true 1/2 50 % [9-91]
      depth (lower is better)  2         0              0  mean 3.50 [3.00-4.00] (scale 1-5)
      tone                     1         1              0  Casual 1
      cites                    1         0              1  true 0/1 0 % [0-79]
      drugs                    1         1              0  precision 1.00, recall 0.33

      Traits were judged in 2 of 3 results.
      No value: tone in 1 result: the server said 500
      No value: drugs in 1 result: the reply was no JSON

    Questions
      . unscored  #0 What is it?  clear: true; depth: 4; tone: Casual; cites: false; drugs: precision 1, recall 0.33
      . unscored  #1 Why is it?   clear: false; depth: 3; tone: no value; drugs: no value
      . unscored  #2 Who is it?
    "
  `);
});

test("beside verdicts: pass rate and traits, the traits of a result after what was extracted", async () => {
  const text = await render([
    sample({ verdict: true, rubric: { llmTraitScores: { clear: true } } }),
    sample({ question: "No template?", rubric: { llmTraitScores: { clear: false } } }),
  ]);
  expect(text).toMatch(/pass rate/);
  expect(text).toContain("Unscored: 1 result had nothing to verify and is not in the pass rate.");
  expect(text).toContain("BCL2 | clear: true");
  expect(text).toMatch(/clear +2 +true 1\/2 50 %/);
});

describe("several models", () => {
  const results = [
    sample({ model: "large", rubric: { llmTraitScores: { clear: true } } }),
    sample({ model: "small", rubric: { llmTraitScores: { clear: false } } }),
  ];

  test("stand under each other for each trait", async () => {
    const lines = (await render(results)).split("\n");
    const at = lines.indexOf("Traits");
    expect(lines.slice(at + 1, at + 4).map((line) => line.trim())).toEqual([
      "trait  model  n  values",
      expect.stringMatching(/^clear {2}large {2}1 {2}true 1\/1 100 %/),
      expect.stringMatching(/^small {2}1 {2}true 0\/1 0 %/),
    ]);
  });
});

test("fields of a template trait have a row each, with the counts in the first", async () => {
  const text = await render([
    sample({
      rubric: { llmTraitScores: { "plan.dosed": true, "plan.mg": 40 }, traitProvenance: { plan: "global" } },
    }),
  ]);
  expect(text).toMatch(/plan\.dosed +1 +true 1\/1/);
  expect(text).toMatch(/plan\.mg +mean 40\.00 \(found 40-40\)/);
});

test("many traits are cut, and said to be", async () => {
  const llmTraitScores = Object.fromEntries(Array.from({ length: 45 }, (_, at) => [`trait ${at}`, true]));
  const text = await render([sample({ rubric: { llmTraitScores } })]);
  expect(text).toContain("and 5 more traits; the summary as JSON holds all of them");
  expect(text).toContain("trait 9: true; and 35 more");
});

test("the class of an agentic trait is told by its name", () => {
  const rubric = rubricSection({ agenticTraitScores: { style: 1 }, agenticTraitLabels: { style: "Ornate" } });
  expect(resultTraitsText(rubric)).toBe("style: Ornate");
});

test("no line is wider than the terminal, and names write nothing to it", async () => {
  const hostile = "\u001b[2J\u001b]0;owned\u0007";
  const traits = {
    llmTraitScores: { [`${hostile}${"long ".repeat(20)}`]: 1 },
    llmTraitLabels: { [`${hostile}${"long ".repeat(20)}`]: `${hostile}Label` },
    traitFailures: { [`${hostile}other`]: `${hostile}reason` },
  };
  const text = await render([sample({ rubric: traits })], {
    stream: { write: () => true, isTTY: true, columns: 60 },
  });
  expect(text).toMatch(/^[\n -~]*$/);
  expect(text).not.toContain("owned");
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
});

describe("progress", () => {
  const tally = (outcomes: object) => ({
    total: 5,
    finishedBefore: 0,
    uncounted: 0,
    finished: 5,
    running: 0,
    outcomes: { ...noOutcomes(), ...outcomes },
    tokens: 0,
    costUsd: null,
    retries: new Map(),
    models: new Map(),
  });

  test("a run that verifies nothing shows no zeros of verdicts", () => {
    expect(outcomeText(tally({ unscored: 5 }), 0, { rich: false })).toBe("0 failed  5 unscored");
    expect(outcomeText(tally({ unscored: 4, pass: 1 }), 0, { rich: false })).toBe(
      "1 pass (100 %)  0 wrong  0 no answer  0 failed  4 unscored",
    );
  });
});
