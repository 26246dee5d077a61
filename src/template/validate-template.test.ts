import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createPatternEngine } from "../base/index.ts";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  atLeastN,
  exactMatch,
  findTemplateProblems,
  numericExact,
  regexMatch,
  templateDoubts,
  templateFromData,
  validateTemplate,
  verified,
} from "./index.ts";

const tools = { patterns: createPatternEngine() };
const target = verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() });

test("a good template has no problems", async () => {
  expect(
    await validateTemplate(
      answerTemplate({ target }, { regex: { a: { pattern: "x", expected: "x" } } }),
      tools,
    ),
  ).toEqual([]);
});

test("patterns are read: of regex checks, of primitives, of types", async () => {
  const template = answerTemplate(
    {
      code: verified(z.string(), {
        description: "c",
        groundTruth: "x",
        verifyWith: regexMatch({ pattern: "(" }),
      }),
      typed: verified(z.object({ a: z.string().regex(/a/) }), {
        description: "c",
        groundTruth: { a: "a" },
        verifyWith: exactMatch() as never,
      }),
    },
    { regex: { broken: { pattern: "[", expected: "x" } } },
  );
  const stored = JSON.parse(
    JSON.stringify(template).replace('"pattern":"a"', '"pattern":"a("'),
  ) as AnswerTemplate;
  const [code, typed, regex, ...others] = await validateTemplate(stored, tools);
  expect(code).toMatch(/^field "code": .*\(/);
  expect(typed).toMatch(/^field "typed": .*a\(/);
  expect(regex).toMatch(/^regex check "broken": .*\[/);
  expect(others).toEqual([]);
});

test.each([
  [anyOf([]), "any_of without conditions"],
  [allOf(["a", allOf([])]), "all_of without conditions"],
  [atLeastN(1, []), "at_least_n(1) without conditions"],
  [atLeastN(0, ["a"]), "at_least_n(0) of 1: expected 1 to 1"],
  [anyOf(["a", atLeastN(3, ["a", "b"])]), "at_least_n(3) of 2: expected 1 to 2"],
  [atLeastN(2, ["a", "a"]), "at_least_n(2) with the same condition twice"],
  [anyOf([allOf(["a", "b"]), allOf(["a", "b"])]), "any_of with the same condition twice"],
  [atLeastN(2, ["a", anyOf(["a"])]), "at_least_n(2) with the same condition twice"],
  [atLeastN(2, [anyOf(["a", "b"]), anyOf(["b", "a"])]), "at_least_n(2) with the same condition twice"],
  [anyOf([allOf(["a", "b"]), atLeastN(2, ["b", "a"])]), "any_of with the same condition twice"],
  [
    allOf([anyOf(["a", "b", "c"]), anyOf(["c", atLeastN(1, ["b", "a"])])]),
    "all_of with the same condition twice",
  ],
])("a strategy that cannot decide: %j", (strategy, problem) => {
  const make = () => answerTemplate({ a: target, b: target, c: target }, { strategy });
  expect(make).toThrow(`the strategy has ${problem}`);
});

test("a tolerance below 0 is told of as such, at the check", async () => {
  const verification = { groundTruth: 5, verifyWith: { type: "NumericTolerance", tolerance: -1 }, weight: 1 };
  const fields = [
    { name: "n", schema: { type: "number" }, description: "v", required: true, verification },
  ] as const;
  expect(await findTemplateProblems({ name: "Answer", fields, regex: {} }, tools)).toEqual([
    {
      message: 'field "n": NumericTolerance: expected a tolerance of at least 0, found -1',
      at: ["fields", "n", "verifyWith"],
    },
  ]);
});

test("a strategy may mention a field in several of its branches", () => {
  const strategy = anyOf([allOf(["a", "b"]), allOf(["a", "c"]), atLeastN(3, ["a", "b", "c"])]);
  expect(answerTemplate({ a: target, b: target, c: target }, { strategy }).strategy).toEqual(strategy);
});

describe("a check that every value passes", () => {
  const made = (schema: object, verifyWith: object, groundTruth: unknown) => {
    const verification = { groundTruth, verifyWith, weight: 1 };
    const fields = [{ name: "value", schema, description: "v", required: true, verification }];
    return templateFromData({ name: "Answer", fields, regex: {} });
  };
  const list = { type: "array", items: { type: "string" } };

  test.each([
    [{ type: "string" }, { type: "RegexMatch", pattern: "" }, "BCL2"],
    [{ type: "number" }, { type: "NumericRange" }, 5],
    [list, { type: "SetContainment", mode: "superset" }, []],
    [{ type: "boolean" }, { type: "TraceRegex", pattern: "" }, true],
    [{ type: "boolean" }, { type: "TraceLength", min: 0 }, true],
  ])("is refused: %j checked by %j", (schema, verifyWith, groundTruth) => {
    expect(() => made(schema, verifyWith, groundTruth)).toThrow(
      `field "value": ${verifyWith.type} with ${JSON.stringify({ ...verifyWith, type: undefined })} passes every value`,
    );
  });

  test.each([
    [{ type: "string" }, { type: "ContainsAll", substrings: [] }, "BCL2"],
    [
      { type: "string" },
      { type: "ContainsAll", substrings: ["", "!"], normalize: ["remove_punctuation"] },
      "B",
    ],
    [{ type: "string" }, { type: "ContainsAny", substrings: ["MCL1", ""] }, "BCL2"],
    [{ type: "boolean" }, { type: "TraceContains", substring: "" }, true],
  ])("is doubted where stored files hold it: %j checked by %j", async (schema, verifyWith, groundTruth) => {
    const template = made(schema, verifyWith, groundTruth);
    expect(await validateTemplate(template, tools)).toEqual([]);
    expect(templateDoubts(template)).toEqual([
      expect.stringMatching(`^field "value": ${verifyWith.type} with .* passes every value`),
    ]);
  });

  test.each(["“BCL2”", " „BCL2“", "«BCL2»", ["BCL2", "‘MCL1’"]])(
    "is doubted with the quotation marks of a word processor: %j",
    (groundTruth) => {
      const schema = Array.isArray(groundTruth) ? list : { type: "string" };
      const verifyWith = { type: Array.isArray(groundTruth) ? "SetContainment" : "ExactMatch" };
      expect(templateDoubts(made(schema, verifyWith, groundTruth))).toEqual([
        `field "value": ground truth: the quotation marks of ${JSON.stringify(groundTruth)} are part of what values are compared with; leave them out unless they belong to it`,
      ]);
    },
  );

  test.each([
    [{ type: "string" }, { type: "ExactMatch" }, "the “BCL2” gene"],
    [{ type: "string" }, { type: "ExactMatch" }, "“BCL2” or “BCL-2”"],
    [{ type: "string" }, { type: "ExactMatch" }, "’80s"],
    [{ type: "string" }, { type: "ContainsAll", substrings: ["BCL", ""] }, "BCL2"],
    [{ type: "number" }, { type: "NumericRange", min: 0 }, 5],
    [list, { type: "SetContainment" }, []],
    [list, { type: "SetContainment", mode: "subset" }, []],
    [{ type: "boolean" }, { type: "TraceContains", substring: "" }, false],
  ])("is not what checks something: %j checked by %j", async (schema, verifyWith, groundTruth) => {
    expect(templateDoubts(made(schema, verifyWith, groundTruth))).toEqual([]);
  });
});

test("a ground truth its primitive can never match", async () => {
  const dose = verified(z.string(), {
    description: "d",
    groundTruth: "much",
    verifyWith: numericExact() as never,
  });
  expect(() => answerTemplate({ dose })).toThrow(/field "dose": ground truth: .*"much"/);
});

test("a template read from elsewhere is checked whole", async () => {
  const template: AnswerTemplate = {
    name: "Answer",
    fields: [{ name: "id", schema: { type: "string" }, description: "", required: true }],
    strategy: { type: "field_check", field: "other" },
    regex: {},
  };
  expect(await validateTemplate(template, tools)).toHaveLength(4);
});
