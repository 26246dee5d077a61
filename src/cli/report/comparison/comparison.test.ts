import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkGates, compareRuns, summarize } from "../../../analysis/index.ts";
import { type FailureCategory, failure, rubricSection, VerificationResult } from "../../../result/index.ts";
import { columnsOf } from "../columns.ts";
import { missedGates, renderGates } from "../gate-lines.ts";
import { terminalOn } from "../terminal.ts";
import { renderComparison } from "./comparison.ts";

interface Sample {
  readonly question: number;
  readonly outcome: "pass" | "wrong" | "no_answer" | "outage";
  readonly text?: string;
  readonly got?: string;
  readonly cost?: number;
}

const failures: { readonly [outcome: string]: readonly [FailureCategory, string] } = {
  wrong: ["content", "wrong: value"],
  no_answer: [
    "abstention",
    "It declined to answer, as the record was nowhere to be seen in what it was given.",
  ],
  outage: ["connection", 'Model "judge" at http://127.0.0.1:8413/v1 cannot be reached: connect ECONNREFUSED'],
};

function sample({ question, outcome, text, got, cost = 0.001 }: Sample): VerificationResult {
  const [category, reason] = failures[outcome] ?? [];
  const verdict = outcome === "pass" ? true : outcome === "wrong" ? false : null;
  return VerificationResult.parse({
    metadata: {
      questionId: `q${question}`,
      templateId: "t",
      questionText: text ?? `Which number does record ${question} carry, and what is it measured in?`,
      keywords: question % 3 === 0 ? ["safety"] : null,
      answering: { interface: "openai", modelName: "small" },
      parsing: { interface: "openai", modelName: "judge" },
      executionTime: 1 + question / 10,
      timestamp: "",
      resultId: "",
      completedWithoutErrors: verdict !== null,
      failure: category ? failure({ category, stage: "S", reason: reason ?? "" }) : null,
    },
    template: {
      verifyResult: verdict,
      templateVerificationPerformed: verdict !== null,
      parsedGtResponse: { value: question },
      parsedLlmResponse: verdict === null ? null : { value: got ?? (verdict ? question : question + 1) },
      fieldResults: { value: verdict },
    },
    rubric: rubricSection({ llmTraitScores: { concise: question % 2 === 0, clarity: 3 } }),
    stages: [{ name: "GenerateAnswer", status: "ran", costUsd: cost }],
  });
}

const run = (outcomeOf: (question: number) => Sample["outcome"], more: Partial<Sample> = {}) =>
  Array.from({ length: 12 }, (_, question) => sample({ question, outcome: outcomeOf(question), ...more }));

const before = run((question) => (question === 1 ? "wrong" : question === 2 ? "outage" : "pass"));
const after = run(
  (question) =>
    question === 3 ? "wrong" : question === 4 ? "no_answer" : question === 5 ? "outage" : "pass",
  {
    cost: 0.002,
  },
);

async function rendered(
  runs: { readonly [name: string]: readonly VerificationResult[] },
  columns: number,
  limit = 20,
): Promise<string> {
  const sides = Object.entries(runs).map(([name, results]) => ({ name, results }));
  return renderComparison(await compareRuns(sides, { resamples: 200 }), {
    terminal: terminalOn({ write: () => true, isTTY: true, columns }, { NO_COLOR: "1" }),
    placeOf: (id) => Number(id.slice(1)),
    showCommand: "npx karenina show after.json",
    limit,
  });
}

test("two runs at 80 columns", async () => {
  expect(await rendered({ before, after }, 80)).toMatchInlineSnapshot(`
    "after against before
      12 results matched by question and replicate; none is in one side only.
      10 have a verdict on both sides, of 10 questions. 2 have none, for judge or
      infrastructure or a broken template: 1 of before, 1 of after, 0 of both.

                              n  before   after  difference  interval         p
      pass rate              10  90.0 %  80.0 %         -10  [-43 to +26]  1.00
      wrong                  12       1       1           0
      no answer              12       0       1          +1
      infrastructure failed  12       1       1           0
      concise                12  50.0 %  50.0 %           0  [-14 to +14]  1.00
      clarity                12    3.00    3.00        0.00                1.00
      time/task              12   1.6 s   1.6 s       0.0 s
      cost/task              12  $0.001  $0.002     +$0.001

      Pass rate: -10 points [-43 to +26], p = 1.00 (1 result better, 2 worse of 10).
      These results cannot tell them apart. So many questions would show a
      difference of 49 points. One like this takes about 226 more questions.

    By keyword
      keyword  n  before   after  difference  interval
      safety   4   100 %  75.0 %         -25  [-70 to +28]

    2 questions that before passes and after does not
      #3 Which number does record 3 carry, and what is it measured in?
          expected  3
          before    pass: 3
          after     wrong: 4
      #4 Which number does record 4 carry, and what is it measured in?
          expected  4
          before    pass: 4
          after     no answer: It declined to answer, as the record was nowhere to
                    be seen in what it was given.

    1 question that after passes and before does not
      #1 Which number does record 1 carry, and what is it measured in?
          expected  1
          before    wrong: 2
          after     pass: 1

    1 more question not passed by after: new, or failed by judge or infrastructure
      #5 Which number does record 5 carry, and what is it measured in?
          expected  5
          before    pass: 5
          after     infrastructure failed: Model "judge" at http://127.0.0.1:8413/v1
                    cannot be reached: connect ECONNREFUSED

    Differences are the second side's less the first's, over what both have; rates
    are of pass + wrong + no answer, with 95 % intervals. p by Holm's method over 1
    test of pass rates, and by itself over 2 of traits and credit; seed 20240229.
    Places are those of \`npx karenina show after.json --question PLACE\`.
    "
  `);
});

test("lists without questions are left out, however wide the terminal", async () => {
  expect(await rendered({ before, again: before }, 140)).not.toMatch(/^0 |^ *question +expected/m);
});

test("two runs at 140 columns have the sides of a question beside each other", async () => {
  expect(await rendered({ before, after }, 140)).toMatchInlineSnapshot(`
    "after against before
      12 results matched by question and replicate; none is in one side only.
      10 have a verdict on both sides, of 10 questions. 2 have none, for judge or infrastructure or a broken template: 1 of before, 1 of after,
      0 of both.

                              n  before   after  difference  interval         p
      pass rate              10  90.0 %  80.0 %         -10  [-43 to +26]  1.00
      wrong                  12       1       1           0
      no answer              12       0       1          +1
      infrastructure failed  12       1       1           0
      concise                12  50.0 %  50.0 %           0  [-14 to +14]  1.00
      clarity                12    3.00    3.00        0.00                1.00
      time/task              12   1.6 s   1.6 s       0.0 s
      cost/task              12  $0.001  $0.002     +$0.001

      Pass rate: -10 points [-43 to +26], p = 1.00 (1 result better, 2 worse of 10). These results cannot tell them apart. So many questions
      would show a difference of 49 points. One like this takes about 226 more questions.

    By keyword
      keyword  n  before   after  difference  interval
      safety   4   100 %  75.0 %         -25  [-70 to +28]

    2 questions that before passes and after does not
      question                                                    expected  before   after
      #3 Which number does record 3 carry, and what is it         3         pass: 3  wrong: 4
      measured in?
      #4 Which number does record 4 carry, and what is it         4         pass: 4  no answer: It declined to answer, as the record was nowhere
      measured in?                                                                   to be seen in what it was given.

    1 question that after passes and before does not
      question                                                          expected  before    after
      #1 Which number does record 1 carry, and what is it measured in?  1         wrong: 2  pass: 1

    1 more question not passed by after: new, or failed by judge or infrastructure
      question                                                    expected  before   after
      #5 Which number does record 5 carry, and what is it         5         pass: 5  infrastructure failed: Model "judge" at
      measured in?                                                                   http://127.0.0.1:8413/v1 cannot be reached: connect
                                                                                     ECONNREFUSED

    Differences are the second side's less the first's, over what both have; rates are of pass + wrong + no answer, with 95 % intervals. p by
    Holm's method over 1 test of pass rates, and by itself over 2 of traits and credit; seed 20240229.
    Places are those of \`npx karenina show after.json --question PLACE\`.
    "
  `);
});

test("groups of questions are not called questions", async () => {
  const sides = Object.entries({ before, after }).map(([name, results]) => ({ name, results }));
  const text = renderComparison(await compareRuns(sides, { resamples: 200, cluster: "keyword" }), {
    terminal: terminalOn({ write: () => true, isTTY: true, columns: 300 }, { NO_COLOR: "1" }),
    placeOf: () => undefined,
    showCommand: "show",
    limit: 1,
  });
  expect(text).toContain("10 have a verdict on both sides, of 7 groups by keyword.");
  expect(text).toMatch(/So many groups would show .* about \d+ more groups\./);
});

test("three runs have a line for every pair, and those with the first in full", async () => {
  const text = await rendered({ first: before, second: after, third: before }, 100, 1);
  expect(text.match(/^ {2}\w+ against \w+:/gm)).toEqual([
    "  second against first:",
    "  third against first:",
    "  third against second:",
  ]);
  expect(text.match(/^\w+ against \w+$/gm)).toEqual(["second against first", "third against first"]);
  expect(text).toContain("and 1 more: --limit 2 shows all of them");
});

test("that prices are not known is said once, however many pairs there are", async () => {
  const unpriced = before.map((result, at) => ({
    ...result,
    stages: [
      {
        ...result.stages[0],
        name: "GenerateAnswer",
        status: "ran",
        costUsd: at < 4 ? null : 0.1,
        inputTokens: 9,
      },
    ],
  }));
  const sides = Object.entries({ first: unpriced, second: after, third: unpriced, fourth: unpriced });
  const text = await rendered(
    Object.fromEntries(sides.map(([name, results]) => [name, VerificationResult.array().parse(results)])),
    200,
  );
  expect(text.match(/The price of some calls.*/g)).toEqual([
    "The price of some calls is not known for 4 of 12 results of first, 4 of 12 results of third and 4 of 12 results of fourth: no cost is compared there.",
  ]);
});

test("where nothing is compared there is no table of keywords, no test and no difference to explain", async () => {
  const other = before.map((result) => ({
    ...result,
    metadata: { ...result.metadata, questionId: `other ${result.metadata.questionId}` },
  }));
  const text = await rendered({ before, other }, 140);
  expect(text).toContain("have no question in common");
  expect(text).not.toMatch(/By keyword|0 tests|Differences are/);
  const failed = before.map((result) => ({ ...result, template: null }));
  expect(await rendered({ before, failed }, 140)).not.toContain("By keyword");
});

describe("what files hold", () => {
  test("is never wider than the terminal, nor cut, whatever it says", async () => {
    const word = fc.stringMatching(/^[a-z]{1,90}$/);
    await fc.assert(
      fc.asyncProperty(word, word, fc.integer({ min: 72, max: 160 }), async (name, got, columns) => {
        const text = await rendered(
          { [`${name}1`]: before, [`${name}2`]: run(() => "wrong", { got }) },
          columns,
        );
        for (const line of text.split("\n")) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
        expect(text.replace(/\s+/g, "")).toContain(got.slice(0, 12));
      }),
      { numRuns: 20 },
    );
  });

  test("commands no terminal", async () => {
    const evil = "\u001b[2J\u202egnp\u0007\nx";
    const results = run(() => "wrong", { text: evil, got: evil });
    const text = await rendered({ [evil]: before, b: results }, 80);
    for (const sign of ["\u0007", "\u001b", "\u202e"]) expect(text).not.toContain(sign);
  });
});

test("gates say observed, wanted and whether the data suffice", async () => {
  const comparison = await compareRuns([
    { name: "before", results: before },
    { name: "after", results: after },
  ]);
  const verdicts = checkGates({ summary: await summarize(after), comparison }, [
    { gate: "pass_rate", min: 0.8 },
    { gate: "not_worse", by: 0.02, alpha: 0.05 },
    { gate: "no_broken", keyword: "safety", max: 0 },
    { gate: "cost", max: 1 },
    { gate: "trait", trait: "none", min: 3 },
  ]);
  const terminal = terminalOn({ write: () => true, isTTY: true, columns: 80 }, { NO_COLOR: "1" });
  expect(renderGates(verdicts, terminal)).toMatchInlineSnapshot(`
    "
    Gates
      + pass_rate at least 80 %: 81.8 % of 11 [52.3 % to 94.9 %]; the data do not
        suffice to tell
      + not_worse alpha=0.05 at least -2 points (after against before): -10 points
        of 10 [-43.4 points to 25.7 points]; that may be chance; the data do not
        suffice to tell; without a verdict in before: 1 infrastructure failed;
        without a verdict in after: 1 infrastructure failed
      x no_broken keyword=safety at most 0 (after against before): 1 of 4
      + cost at most $1.00: $0.0240 of 12
      x trait trait=none at least 3: no result has a trait none
    "
  `);
  expect(missedGates(verdicts)).toMatch(/^2 of 5 gates were not met: no_broken keyword=safety at most 0/);
  expect(missedGates([])).toBeUndefined();
});

test("says where texts of equal ids differ, and where model and judge both changed", async () => {
  const others = after.map((one, at) => ({
    ...one,
    metadata: {
      ...one.metadata,
      questionText: at < 2 ? one.metadata.questionText : "Another?",
      answering: { ...one.metadata.answering, modelName: "big" },
      parsing: { ...one.metadata.parsing, modelName: "stern" },
    },
  }));
  const text = (await rendered({ before, after: others }, 80)).replace(/\s+/g, " ");
  expect(text).toContain("10 matched questions ask something else in after than in before, the first is q2:");
  expect(text).toMatch(
    /Model and judge both changed.* before is \S*small judged by \S*judge, after is \S*big judged by \S*stern\./,
  );
  const same = await rendered({ before, after }, 80);
  expect(same).not.toMatch(/something else|both changed/);
});
