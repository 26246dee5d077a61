import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { createPatternEngine, type JsonValue } from "../../base/index.ts";
import {
  acceptAnswer,
  answerTemplate,
  dateMatch,
  exactMatch,
  extracted,
  numericExact,
  traceContains,
  verified,
  verifyAnswer,
} from "../index.ts";
import { readValue } from "./read-value.ts";

const tools = { patterns: createPatternEngine() };

function accept(schema: z.ZodType, value: unknown) {
  const template = answerTemplate(
    { value: extracted(schema, { description: "a value" }) },
    { verify: () => true },
  );
  const accepted = acceptAnswer(template, { value: value as JsonValue }, tools);
  return accepted.ok ? { value: accepted.value.values.value } : accepted.problems.join("; ");
}

describe("what a careful reader forgives", () => {
  test.each<[string, z.ZodType, unknown, unknown]>([
    ["whole number as text", z.int(), "1", 1],
    ["whole number as decimal text", z.int(), " 1.0 ", 1],
    ["whole number from true", z.int(), true, 1],
    ["number as text", z.number(), "-2.5e1", -25],
    ["number with more zeros than digits", z.number(), "602214076000000000000000", 6.02214076e23],
    ["number from false", z.number(), false, 0],
    ["boolean from 0", z.boolean(), 0, false],
    ["boolean from Yes", z.boolean(), "Yes", true],
    ["boolean from off", z.boolean(), "off", false],
    ["date at midnight", z.iso.date(), "2016-04-11T00:00:00Z", "2016-04-11"],
    ["date in words", z.iso.date(), "11 April 2016", "2016-04-11"],
    ["date in words or null", z.iso.date().nullable(), "April 11th, 2016", "2016-04-11"],
    ["dates of a list", z.array(z.iso.date()), ["25.12.1999"], ["1999-12-25"]],
    ["text beside a date as it is", z.union([z.iso.date(), z.string()]), "11 April 2016", "11 April 2016"],
    ["items of a list", z.array(z.int()), ["1", 2], [1, 2]],
    ["unknown keys of objects", z.object({ a: z.int() }), { a: "1", b: 2 }, { a: 1 }],
    ["missing keys with a default", z.object({ a: z.int().default(3) }), {}, { a: 3 }],
    ["null for an optional key", z.object({ a: z.int().optional() }), { a: null }, {}],
    ["values of records", z.record(z.string(), z.int()), { __proto__x: "2" }, { __proto__x: 2 }],
    ["the exact option of a union first", z.union([z.int(), z.string()]), "1", "1"],
    ["a union's option by conversion", z.union([z.int(), z.boolean()]), "yes", true],
    ["null where it is a value", z.string().nullable(), null, null],
    ["tuples", z.tuple([z.string(), z.int()]), ["a", "2"], ["a", 2]],
  ])("%s", (_name, schema, value, expected) => {
    expect(accept(schema, value)).toEqual({ value: expected });
  });
});

describe("what is not guessed", () => {
  test.each<[z.ZodType, unknown, string]>([
    [z.int(), 1.5, "value: expected a whole number, found 1.5"],
    [z.int(), "1,000", 'value: expected a whole number, found "1,000"'],
    [
      z.int(),
      2 ** 53,
      "value: expected a whole number within ±2^53, as larger ones lose digits, found 9007199254740992",
    ],
    [
      z.number().nullable(),
      "9007199254740993",
      'value: expected a number of at most 15 digits and zeros, as longer ones lose digits, found "9007199254740993"',
    ],
    [z.number(), "", 'value: expected a number, found ""'],
    [z.boolean(), 2, "value: expected true or false, found 2"],
    [z.string(), 5, "value: expected text, found 5"],
    [z.string(), null, "value: expected text, found null"],
    [z.array(z.string()), "a", 'value: expected a list, found "a"'],
    [z.array(z.int()), ["1", "x"], 'value.1: expected a whole number, found "x"'],
    [z.enum(["a", "b"]), "A", 'value: expected one of "a", "b", found "A"'],
    [z.literal(3), "3", 'value: expected 3, found "3"'],
    [z.int().min(1).max(5), 9, "value: expected at most 5, found 9"],
    [z.number().gt(0), 0, "value: expected more than 0, found 0"],
    [z.number().multipleOf(0.1), 0.25, "value: expected a multiple of 0.1, found 0.25"],
    [z.string().min(2), "😀", 'value: expected at least 2 characters, found "😀"'],
    [z.string().regex(/^NCT\d+$/), "x", 'value: expected text matching /^NCT\\d+$/, found "x"'],
    [z.iso.date(), "2015-02-29", 'value: expected a date, found "2015-02-29"'],
    [z.iso.date(), "April 2015", 'value: expected a date, found "April 2015"'],
    [z.iso.date(), "2015-02-28T09:30", 'value: expected a date, found "2015-02-28T09:30"'],
    [z.iso.date(), "in spring", 'value: expected a date, found "in spring"'],
    [z.iso.datetime(), "2015-02-28", 'value: expected a date-time, found "2015-02-28"'],
    [z.email(), "a@b", 'value: expected a email, found "a@b"'],
    [
      z.object({ a: z.object({ b: z.int() }) }),
      { a: {} },
      "value.a.b: expected a whole number, found nothing",
    ],
    [z.string().nullable(), 5, "value: expected text, found 5"],
    [z.union([z.int(), z.boolean()]), "x", 'value: expected a whole number or true or false, found "x"'],
  ])("%#: %j", (schema, value, problem) => {
    expect(accept(schema, value)).toBe(problem);
  });
});

test("what a date check can read of a date is left to it, and what is no date is refused", async () => {
  const day = { description: "d", groundTruth: "2016-04-11", verifyWith: dateMatch() };
  const template = answerTemplate({ day: verified(z.iso.date(), day) });
  const verdicts = ["11 April 2016", "2016-04-11T09:30:00Z", "April 2016", "2016"].map(async (value) => {
    const accepted = acceptAnswer(template, { day: value }, tools);
    if (!accepted.ok) throw new Error(accepted.problems.join());
    return (await verifyAnswer(template, accepted.value, { trace: "", tools })).fieldResults.day;
  });
  expect(await Promise.all(verdicts)).toEqual([true, true, false, false]);
  expect(acceptAnswer(template, { day: "unknown" }, tools).ok).toBe(false);
});

describe("fields", () => {
  const template = answerTemplate({
    target: verified(z.string(), { description: "t", groundTruth: "BCL2", verifyWith: exactMatch() }),
    dose: verified(z.number(), { description: "d", groundTruth: 5, verifyWith: numericExact() }),
    cites: verified(z.boolean(), {
      description: "c",
      groundTruth: true,
      verifyWith: traceContains({ substring: "x" }),
    }),
    note: extracted(z.string(), { description: "n" }),
    extra: extracted(z.string().optional(), { description: "e" }),
    origin: extracted(z.string().default("none"), { description: "o" }),
  });

  test("null and missing verified fields are null fields; keys that are no judged fields are dropped", () => {
    const reply = { target: null, note: "n", correct: { target: "x" }, id: "q", regex: {}, cites: false };
    expect(acceptAnswer(template, reply, tools)).toEqual({
      ok: true,
      value: {
        values: { target: null, dose: null, note: "n", origin: "none" },
        nullFields: ["target", "dose"],
      },
    });
  });

  test.each([[{}], [{ error: "cannot parse" }], [{ answer: { target: "BCL2" } }]])(
    "an object without any field is no answer with everything missing: %j",
    (reply) => {
      const onlyVerified = { ...template, fields: template.fields.filter(({ name }) => name === "target") };
      expect(acceptAnswer(onlyVerified, reply, tools)).toEqual({
        ok: false,
        problems: ["expected an object with the keys target, found none of them"],
      });
    },
  );

  test("unless the judge says which fields it could not answer", () => {
    const onlyVerified = { ...template, fields: template.fields.filter(({ name }) => name === "target") };
    expect(acceptAnswer(onlyVerified, { _unanswered_fields: ["target"] }, tools)).toMatchObject({
      ok: true,
      value: { nullFields: ["target"] },
    });
  });

  test("fields a judge lists as unanswered are null fields, whatever it filled in", () => {
    const reply = { target: "guess", dose: 3, note: "n", _unanswered_fields: ["target", 7] };
    expect(acceptAnswer(template, reply, tools)).toMatchObject({
      ok: true,
      value: { values: { target: null, dose: 3 }, nullFields: ["target"] },
    });
  });

  test("every problem is reported, with what was expected", () => {
    expect(acceptAnswer(template, { dose: "much" }, tools)).toEqual({
      ok: false,
      problems: ['dose: expected a number, found "much"', "note: expected text, found nothing"],
    });
    expect(acceptAnswer(template, ["x"], tools)).toEqual({
      ok: false,
      problems: ['expected a JSON object, found ["x"]'],
    });
  });

  test("a key named __proto__ is an ordinary key and changes nothing", () => {
    const reply = JSON.parse('{"__proto__": {"target": "x"}, "note": "n"}');
    expect(acceptAnswer(template, reply, tools)).toMatchObject({
      ok: true,
      value: { nullFields: ["target", "dose"] },
    });
  });
});

test("a value of the type is accepted unchanged", () => {
  const schema = z.object({
    list: z.array(z.union([z.int(), z.string()])),
    flag: z.boolean().nullable(),
    map: z.record(z.string(), z.number()),
  });
  const value = fc.record({
    list: fc.array(fc.oneof(fc.maxSafeInteger(), fc.string())),
    flag: fc.option(fc.boolean()),
    map: fc.dictionary(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    ),
  });
  fc.assert(
    fc.property(
      value,
      (found) =>
        void expect(accept(schema, JSON.parse(JSON.stringify(found)))).toEqual({
          value: JSON.parse(JSON.stringify(found)),
        }),
    ),
  );
});

test("repeated items are found, in long lists quickly", () => {
  const distinct = (list: JsonValue) => readValue({ type: "array", uniqueItems: true }, list).ok;
  expect(distinct(Array.from({ length: 100_000 }, (_, at) => at))).toBe(true);
  expect(
    distinct([
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ]),
  ).toBe(false);
  expect(distinct([1, "1", true])).toBe(true);
});

test("any JSON at all ends in an answer or in problems", () => {
  const template = answerTemplate({
    a: verified(z.array(z.object({ b: z.int().nullable() })), {
      description: "a",
      groundTruth: [],
      verifyWith: { type: "LiteralMatch" } as never,
    }),
  });
  fc.assert(
    fc.property(
      fc.jsonValue(),
      (json) => void expect(acceptAnswer(template, json as JsonValue, tools)).toHaveProperty("ok"),
    ),
  );
});
