import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  allOf,
  answerTemplate,
  booleanMatch,
  conditionalGroundTruth,
  exactMatch,
  extracted,
  numericTolerance,
  setContainment,
  type TemplateFields,
  traceLength,
  verified,
} from "../index.ts";

const target = verified(z.string(), {
  description: "the target",
  groundTruth: "BCL2",
  verifyWith: exactMatch(),
});

function problemOf(fields: TemplateFields, options: object = {}): string {
  try {
    answerTemplate(fields, options);
  } catch (error) {
    expect(error).toMatchObject({ code: "template_invalid" });
    return (error as Error).message;
  }
  throw new Error("the template was accepted");
}

test("a template is plain data in the order of its fields", () => {
  const template = answerTemplate(
    {
      target,
      dose: verified(z.number().min(0), {
        description: "the dose in mg",
        groundTruth: 5,
        verifyWith: numericTolerance({ tolerance: 0.1 }),
        weight: 2,
        extractionHint: "look in the table",
      }),
      note: extracted(z.string().default("none"), { description: "a note" }),
    },
    { strategy: allOf(["target"]), regex: { cites: { pattern: "x", expected: 1, matchType: "count" } } },
  );
  expect(template).toEqual({
    name: "Answer",
    fields: [
      {
        name: "target",
        schema: { type: "string" },
        description: "the target",
        required: true,
        verification: { groundTruth: "BCL2", verifyWith: { type: "ExactMatch" }, weight: 1 },
      },
      {
        name: "dose",
        schema: { type: "number", minimum: 0 },
        description: "the dose in mg",
        extractionHint: "look in the table",
        required: true,
        verification: { groundTruth: 5, verifyWith: { type: "NumericTolerance", tolerance: 0.1 }, weight: 2 },
      },
      { name: "note", schema: { type: "string", default: "none" }, description: "a note", required: false },
    ],
    strategy: { type: "all_of", conditions: [{ type: "field_check", field: "target" }] },
    regex: { cites: { pattern: "x", expected: 1, matchType: "count" } },
  });
});

test("a strategy may be the name of one field; a regex check is exact unless it says otherwise", () => {
  const template = answerTemplate(
    { target },
    { strategy: "target", regex: { a: { pattern: "b", expected: "b" } } },
  );
  expect(template.strategy).toEqual({ type: "field_check", field: "target" });
  expect(template.regex.a?.matchType).toBe("exact");
});

test("custom checks are kept as they are", () => {
  const verify = () => true;
  expect(answerTemplate({ target }, { verify }).verify).toBe(verify);
});

describe("what is refused, with the field's name", () => {
  test.each(["correct", "regex", "id", "_unanswered_fields"])("the reserved name %s", (name) => {
    expect(problemOf({ [name]: target })).toContain(`field "${name}": the name is reserved`);
  });

  test.each(["two words", "1st", ""])("the name %j", (name) => {
    expect(problemOf({ [name]: target })).toContain("a field name is letters");
  });

  test("a blank description", () => {
    expect(problemOf({ note: extracted(z.string(), { description: " " }), target })).toContain(
      'field "note": description is required',
    );
  });

  test.each([
    ["transforms", z.string().transform((text) => text.length)],
    ["refinements", z.string().refine((text) => text !== "")],
    ["trimming", z.string().trim()],
    ["dates as objects", z.date()],
    ["big integers", z.bigint()],
    ["intersections", z.intersection(z.string(), z.string())],
    ["preprocessing", z.preprocess((value) => value, z.string())],
    ["pattern flags", z.string().regex(/a/i)],
    ["nested transforms", z.object({ inner: z.array(z.string().trim()) })],
    ["open objects", z.looseObject({ inner: z.string() })],
  ])("%s", (_name, schema) => {
    expect(problemOf({ target, bad: extracted(schema, { description: "x" }) })).toMatch(
      /^Answer template "Answer" is not valid: field "bad"/,
    );
  });

  test("a ground truth that is no value of the field", () => {
    const dose = verified(z.int(), {
      description: "dose",
      groundTruth: 1.5,
      verifyWith: numericTolerance({ tolerance: 1 }),
    });
    expect(problemOf({ dose })).toContain('field "dose": ground truth: expected a whole number, found 1.5');
    const phase = verified(z.enum(["I", "II"]), {
      description: "phase",
      groundTruth: "III" as "I",
      verifyWith: exactMatch(),
    });
    expect(problemOf({ phase })).toContain('expected one of "I", "II", found "III"');
  });

  test("a ground truth that is not JSON", () => {
    const when = verified(z.unknown(), {
      description: "when",
      groundTruth: new Date(0),
      verifyWith: exactMatch() as never,
    });
    expect(problemOf({ when })).toContain('field "when", groundTruth');
  });

  test("a wrong case of a conditional ground truth", () => {
    const groundTruth = conditionalGroundTruth({
      source: "node_results.a",
      cases: { x: { value: 1 } },
      default: { value: 2.5 },
    });
    expect(
      problemOf({
        n: verified(z.int(), {
          description: "n",
          groundTruth,
          verifyWith: numericTolerance({ tolerance: 1 }),
        }),
      }),
    ).toContain('field "n": default case: expected a whole number, found 2.5');
  });

  test("an unknown primitive, a bad parameter", () => {
    const unknown = { type: "ExactMatsch" };
    expect(
      problemOf({ a: verified(z.string(), { description: "a", groundTruth: "a", verifyWith: unknown }) }),
    ).toMatch(/ExactMatsch.*ExactMatch/);
    const bad = { type: "NumericTolerance", tolerance: "much" };
    expect(
      problemOf({ a: verified(z.number(), { description: "a", groundTruth: 1, verifyWith: bad }) }),
    ).toMatch(/field "a", verifyWith: .*tolerance/);
  });

  test("a trace primitive on a field that is no boolean", () => {
    const long = verified(z.string(), {
      description: "long",
      groundTruth: "yes",
      verifyWith: traceLength({ min: 3 }) as never,
    });
    expect(problemOf({ long })).toContain("TraceLength looks at the trace, so the field must be a boolean");
  });

  test("a strategy that names no verified field", () => {
    const note = extracted(z.string(), { description: "note" });
    expect(problemOf({ target, note }, { strategy: allOf(["target", "note"]) })).toContain(
      'the strategy names "note"',
    );
  });

  test("nothing to decide by", () => {
    expect(problemOf({ note: extracted(z.string(), { description: "note" }) })).toContain(
      "nothing decides pass or fail",
    );
    expect(problemOf({})).toContain("nothing decides pass or fail");
  });

  test("misspelt options", () => {
    expect(problemOf({ target }, { stratgy: "target" })).toContain("stratgy");
    const odd = { ...target, options: { ...target.options, ground_truth: 1 } };
    expect(problemOf({ odd })).toContain("ground_truth");
  });

  test("a regex check that can never pass", () => {
    expect(
      problemOf({ target }, { regex: { n: { pattern: "x", expected: "3", matchType: "count" } } }),
    ).toContain('regex check "n"');
  });

  test.each([
    [{ pattern: "", expected: "", matchType: "contains" }, "an empty pattern is found in every trace"],
    [{ pattern: "", expected: 3, matchType: "count" }, "an empty pattern"],
    [{ pattern: "a", expected: [], matchType: "all" }, "all of an empty list passes every trace"],
  ] as const)("a regex check that checks nothing: %j", (check, problem) => {
    expect(problemOf({ target }, { regex: { n: check } })).toContain(`regex check "n": ${problem}`);
  });

  test("several problems are reported together", () => {
    const id = verified(z.boolean(), { description: "", groundTruth: true, verifyWith: booleanMatch() });
    expect(problemOf({ id }).split("\n- ")).toHaveLength(3);
  });
});

test("types hold field, ground truth, primitive and strategy together", () => {
  const many = verified(z.array(z.string()), {
    description: "x",
    groundTruth: ["a"],
    verifyWith: setContainment(),
  });
  const maybe = verified(z.string().nullable(), {
    description: "x",
    groundTruth: null,
    verifyWith: exactMatch(),
  });
  const note = extracted(z.string(), { description: "note" });
  answerTemplate(
    { many, maybe, note },
    {
      strategy: allOf(["many", "maybe"]),
      verify: ({ many: found, note: text }) => text === "" || (found?.length ?? 0) > 0,
    },
  );
  () => {
    // @ts-expect-error the ground truth is not a string
    verified(z.string(), { description: "x", groundTruth: 3, verifyWith: exactMatch() });
    // @ts-expect-error null is no value of the schema
    verified(z.string(), { description: "x", groundTruth: null, verifyWith: exactMatch() });
    // @ts-expect-error text is not compared as a set
    verified(z.number(), { description: "x", groundTruth: 3, verifyWith: setContainment() });
    // @ts-expect-error a list is not compared as text
    verified(z.array(z.string()), { description: "x", groundTruth: ["a"], verifyWith: exactMatch() });
    // @ts-expect-error the trace decides yes or no
    verified(z.string(), { description: "x", groundTruth: "a", verifyWith: traceLength() });
    // @ts-expect-error there is no such field
    answerTemplate({ many }, { strategy: allOf(["many", "other"]) });
    // @ts-expect-error a plain field is not checked
    answerTemplate({ many, note }, { strategy: "note" });
    // @ts-expect-error the answer has no such field
    answerTemplate({ many }, { verify: ({ other }) => other === 1 });
    // @ts-expect-error a verified field may be null
    answerTemplate({ many }, { verify: ({ many: found }) => found.length > 0 });
    const numbers = conditionalGroundTruth({ source: "a", cases: {}, default: { value: 3 } });
    // @ts-expect-error the cases are values of the schema
    verified(z.string(), { description: "x", groundTruth: numbers, verifyWith: exactMatch() });
  };
});
