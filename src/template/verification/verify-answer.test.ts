import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createPatternEngine, type JsonObject, KareninaError, type PatternEngine } from "../../base/index.ts";
import type { CustomVerifyGranular } from "../answer-template.ts";
import {
  type AnswerTemplate,
  answerTemplate,
  anyOf,
  conditionalGroundTruth,
  dateMatch,
  exactMatch,
  extracted,
  numericExact,
  numericGraded,
  numericRange,
  traceContains,
  traceRegex,
  verified,
  verifyAnswer,
} from "../index.ts";

const tools = { patterns: createPatternEngine() };
const target = verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() });
const dose = verified(z.string(), {
  description: "d",
  groundTruth: "5",
  verifyWith: numericExact() as never,
  weight: 3,
});

function verify(template: AnswerTemplate, values: JsonObject, trace = "", nullFields: string[] = []) {
  return verifyAnswer(template, { values, nullFields }, { trace, tools });
}

test("every verified field must pass", async () => {
  const template = answerTemplate({ target, dose, note: extracted(z.string(), { description: "n" }) });
  expect(await verify(template, { target: "bcl2 ", dose: "5.0", note: "x" })).toEqual({
    fieldResults: { target: true, dose: true },
    fieldScores: { target: 1, dose: 1 },
    fieldResult: true,
    granular: 1,
    groundTruth: { target: "BCL2", dose: "5" },
    compositionStrategy: "all_of",
    regex: { performed: false, success: true, results: {}, details: {}, extraction: {} },
    verifyResult: true,
  });
  expect(await verify(template, { target: "MCL1", dose: "5" })).toMatchObject({
    fieldResult: false,
    granular: 0.75,
    verifyResult: false,
  });
});

test("a field without a value is null: not passed, and not wrong", async () => {
  const result = await verify(answerTemplate({ target, dose }), { target: null, dose: "5" }, "", ["target"]);
  expect(result).toMatchObject({
    fieldResults: { target: null, dose: true },
    fieldScores: { target: null },
    fieldResult: false,
    granular: 0.75,
  });
  expect(result).not.toHaveProperty("fieldError");
});

test("null is right where it is the ground truth, unless the primitive knows no null", async () => {
  const empty = verified(z.string().nullable(), {
    description: "e",
    groundTruth: null,
    verifyWith: exactMatch(),
  });
  expect((await verify(answerTemplate({ empty }), { empty: null }, "", ["empty"])).fieldResults).toEqual({
    empty: true,
  });
  const range = verified(z.number().nullable(), {
    description: "r",
    groundTruth: null,
    verifyWith: numericRange({ min: 0 }),
  });
  expect((await verify(answerTemplate({ range }), { range: null }, "", ["range"])).fieldResults).toEqual({
    range: null,
  });
});

test("a value that cannot be compared fails its field and says why; the others are still checked", async () => {
  const result = await verify(answerTemplate({ dose, target }), { dose: "much", target: "BCL2" });
  expect(result).toMatchObject({
    fieldResults: { dose: false, target: true },
    fieldScores: { dose: 0, target: 1 },
    fieldResult: false,
  });
  expect(result.fieldError).toMatch(/^dose: .*"much"/);
});

test.for([
  ["2016-04-11 12:00 CET", true, undefined],
  ["2016-04-12", false, undefined],
  ["soon", false, 'approved: DateMatch: expected a date with year, month and day, found "soon".'],
  ["April 2016", false, 'approved: DateMatch: expected a date with year, month and day, found "April 2016".'],
] as const)("a date that cannot be read is not silently wrong: %s", async ([value, passed, fieldError]) => {
  const approved = verified(z.string(), {
    description: "a",
    groundTruth: "2016-04-11",
    verifyWith: dateMatch(),
  });
  const result = await verify(answerTemplate({ approved }), { approved: value });
  expect(result.verifyResult).toBe(passed);
  expect(result.fieldError).toBe(fieldError);
});

test("what is no number passes no range", async () => {
  const share = verified(z.string(), {
    description: "s",
    groundTruth: "0.01",
    verifyWith: numericRange({ min: 0, max: 0.05 }),
  });
  const result = await verify(answerTemplate({ share }), { share: "NaN" });
  expect(result).toMatchObject({ verifyResult: false, fieldError: expect.stringMatching(/"NaN"/) });
});

test("a strategy decides, and gives its name", async () => {
  const template = answerTemplate({ target, dose }, { strategy: anyOf(["target", "dose"]) });
  const result = await verify(template, { target: "BCL2", dose: "6" });
  expect(result).toMatchObject({ fieldResult: true, compositionStrategy: "any_of", granular: 0.25 });
});

test("graded primitives give part of the credit", async () => {
  const graded = verified(z.number(), {
    description: "g",
    groundTruth: 100,
    verifyWith: numericGraded({ cutoff: 0.1 }),
  });
  expect(await verify(answerTemplate({ graded }), { graded: 105 })).toMatchObject({
    fieldResult: true,
    granular: 0.5,
  });
});

describe("trace fields are decided by the trace", () => {
  const cites = verified(z.boolean(), {
    description: "c",
    groundTruth: true,
    verifyWith: traceContains({ substring: "[1]" }),
  });
  const hedges = verified(z.boolean(), {
    description: "h",
    groundTruth: false,
    verifyWith: traceContains({ substring: "maybe" }),
  });

  test("alone", async () => {
    const template = answerTemplate({ cites, hedges });
    expect((await verify(template, {}, "so [1]")).fieldResults).toEqual({ cites: true, hedges: true });
    expect((await verify(template, {}, "maybe")).fieldResults).toEqual({ cites: false, hedges: false });
  });

  test("next to judged fields, never null, whatever the judge said", async () => {
    const result = await verify(
      answerTemplate({ target, cites }),
      { target: "BCL2", cites: false },
      "see [1]",
      ["cites"],
    );
    expect(result).toMatchObject({ fieldResults: { target: true, cites: true }, verifyResult: true });
  });
});

describe("regex checks", () => {
  const regex = { cites: { pattern: String.raw`\[\d\]`, expected: 1, matchType: "count" } } as const;

  test("all must pass besides the fields", async () => {
    const template = answerTemplate({ target }, { regex });
    expect(await verify(template, { target: "BCL2" }, "none")).toMatchObject({
      fieldResult: true,
      verifyResult: false,
    });
    expect(await verify(template, { target: "BCL2" }, "[1]")).toMatchObject({
      fieldResult: true,
      verifyResult: true,
    });
  });

  test("a template of regex checks alone passes by them", async () => {
    const result = await verify(answerTemplate({}, { regex }), {}, "[1]");
    expect(result).toMatchObject({
      fieldResult: true,
      granular: null,
      compositionStrategy: null,
      verifyResult: true,
    });
  });
});

describe("custom checks", () => {
  test("decide in place of the strategy, knowing answer, response, ground truth and field results", async () => {
    const seen: unknown[] = [];
    const template = answerTemplate(
      { target, dose },
      {
        verify: async (answer, context) => {
          seen.push(answer, context);
          return answer.target === "MCL1";
        },
        verifyGranular: () => 0.5,
      },
    );
    expect(await verify(template, { target: "MCL1", dose: "5" }, "text")).toMatchObject({
      fieldResult: true,
      granular: 0.5,
      verifyResult: true,
    });
    expect(seen).toEqual([
      { target: "MCL1", dose: "5" },
      {
        response: "text",
        groundTruth: { target: "BCL2", dose: "5" },
        fieldResults: { target: false, dose: true },
      },
    ]);
  });

  test("cannot rewrite what the result says of the answer", async () => {
    const rewrite: CustomVerifyGranular = (answer, { groundTruth, fieldResults }) => {
      Object.assign(answer, { target: "BCL2" });
      Object.assign(groundTruth, { target: "MCL1" });
      Object.assign(fieldResults, { target: true });
      return 1;
    };
    const values = { target: "MCL1" };
    const template = answerTemplate(
      { target },
      {
        verify: (answer, context) => rewrite(answer, context) === 1,
        verifyGranular: (answer, context) => (answer.target === "MCL1" ? rewrite(answer, context) : 0),
      },
    );
    expect(await verify(template, values)).toMatchObject({
      fieldResults: { target: false },
      groundTruth: { target: "BCL2" },
      granular: 1,
    });
    expect(values).toEqual({ target: "MCL1" });
  });

  test.each([2, -0.1, Number.NaN, "1", undefined])("a granular score of %j is none", async (score) => {
    const template = answerTemplate({ target }, { verifyGranular: () => score as number });
    expect(await verify(template, { target: "BCL2" })).toMatchObject({
      granular: null,
      granularError: `verifyGranular: expected a number in 0..1, found ${score}`,
    });
  });

  test("that throw fail the answer with their message", async () => {
    const boom = () => {
      throw new Error("boom");
    };
    const result = await verify(answerTemplate({ target }, { verify: boom, verifyGranular: boom }), {
      target: "BCL2",
    });
    expect(result).toMatchObject({
      fieldResult: false,
      fieldError: "verify: boom",
      granular: null,
      granularError: "verifyGranular: boom",
      verifyResult: false,
    });
  });

  test("that return something else fail too", async () => {
    const template = answerTemplate(
      { target },
      { verify: (() => "yes") as never, verifyGranular: () => Number.NaN },
    );
    expect(await verify(template, { target: "BCL2" })).toMatchObject({
      fieldResult: false,
      fieldError: "verify: expected true or false, found string",
      granular: null,
    });
  });
});

test("a conditional ground truth is resolved by the scenario", async () => {
  const groundTruth = conditionalGroundTruth({
    source: "node_results.triage.severity",
    cases: { high: { value: "refer" } },
    default: { value: "observe" },
  });
  const template = answerTemplate({
    action: verified(z.string(), { description: "a", groundTruth, verifyWith: exactMatch() }),
  });
  const answer = { values: { action: "refer" }, nullFields: [] };
  const scenario = { nodeResults: { triage: { severity: "high" } } };
  expect(await verifyAnswer(template, answer, { trace: "", tools, scenario })).toMatchObject({
    verifyResult: true,
    groundTruth: { action: "refer" },
  });
  expect(await verifyAnswer(template, answer, { trace: "", tools })).toMatchObject({
    verifyResult: false,
    groundTruth: { action: "observe" },
  });
});

describe("a check that was stopped by a limit", () => {
  const patterns: PatternEngine = {
    validate() {},
    async matches() {
      throw new KareninaError("sandbox_limit", "took too long");
    },
    valueTest: () => () => true,
  };
  const slow = verified(z.boolean(), {
    description: "s",
    groundTruth: true,
    verifyWith: traceRegex({ pattern: "x" }),
  });
  const regex = { cites: { pattern: "x", expected: 1, matchType: "count" } } as const;
  const run = (template: AnswerTemplate, value: string) =>
    verifyAnswer(template, { values: { target: value }, nullFields: [] }, { trace: "", tools: { patterns } });

  test("gives no verdict where the verdict hangs on it", async () => {
    const field = await run(answerTemplate({ target, slow }), "BCL2");
    expect(field).toMatchObject({ verifyResult: false, unfinishedCheck: "slow: took too long" });
    const pattern = await run(answerTemplate({ target }, { regex }), "BCL2");
    expect(pattern.unfinishedCheck).toMatch(/^cites: .* limit$/);
  });

  test("changes nothing where the answer is right or wrong without it", async () => {
    const wrong = await run(answerTemplate({ target, slow }, { regex }), "MCL1");
    expect(wrong).not.toHaveProperty("unfinishedCheck");
    const right = await run(
      answerTemplate({ target, slow }, { strategy: anyOf(["target", "slow"]) }),
      "BCL2",
    );
    expect(right).toMatchObject({ verifyResult: true });
    expect(right).not.toHaveProperty("unfinishedCheck");
    const custom = await run(answerTemplate({ target }, { regex, verify: () => false }), "BCL2");
    expect(custom).not.toHaveProperty("unfinishedCheck");
  });
});
