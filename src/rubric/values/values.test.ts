import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import { llmTrait } from "../kinds/llm/author.ts";
import { tools } from "../testing/tools.ts";
import { acceptTraitValue, failTrait } from "./list.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "depth", kind: "score", minScore: 0, maxScore: 3 });
const tone = llmTrait({
  name: "tone",
  kind: "literal",
  classes: { Formal: "no contractions", formal_ish: "some", Casual: "spoken" },
});
const claims = llmTrait({
  name: "claims",
  kind: z.object({ count: z.int(), sources: z.array(z.string()), note: z.string().nullable().default(null) }),
});

describe("boolean", () => {
  test.for([
    [true, true],
    [1, true],
    ["true", true],
    [" Yes ", true],
    [false, false],
    [0, false],
    ["FALSE", false],
    ["no", false],
    ["True.", true],
    ["**yes**", true],
    ["Result: false", false],
    ["clear: “no”.", false],
  ] as const)("%j is %s", ([raw, value]) => {
    expect(acceptTraitValue(clear, raw, tools)).toEqual({ ok: true, scores: { clear: value } });
  });

  test.for([
    3,
    -1,
    0.5,
    "",
    ".",
    "1",
    "maybe",
    "It is true.",
    "not true",
    "true false",
    null,
    undefined,
    [],
    {},
  ])("%j is no value", (raw) => {
    expect(acceptTraitValue(clear, raw, tools)).toMatchObject({ ok: false, scores: {} });
  });
});

describe("score", () => {
  test.for([
    [2, 2],
    [2.0, 2],
    ["3", 3],
    [" 1.0 ", 1],
    ["+2", 2],
    ["-0", 0],
    ["Score: 2", 2],
    ["**Score:** 2.", 2],
    ["Depth = 2", 2],
    ["2/3", 2],
    ["`1`", 1],
  ] as const)("%j is %s", ([raw, value]) => {
    expect(acceptTraitValue(depth, raw, tools)).toEqual({ ok: true, scores: { depth: value } });
  });

  test.for([
    "2/5",
    "Score: 2 or 3",
    "I give 2",
    "Pages: 2",
    "2 1",
    "1.2.3",
    2.5,
    "2.5",
    "two",
    true,
    null,
    undefined,
    [],
    Number.NaN,
  ])("%j is no value", (raw) => {
    expect(acceptTraitValue(depth, raw, tools)).toMatchObject({ ok: false, scores: {} });
  });

  test("out of range moves to the nearer end and says so", () => {
    expect(acceptTraitValue(depth, 9, tools)).toEqual({
      ok: true,
      scores: { depth: 3 },
      warning: "the score 9 is outside 0 to 3 and counts as 3",
    });
    expect(acceptTraitValue(depth, -4, tools)).toMatchObject({ scores: { depth: 0 } });
  });
});

describe("literal", () => {
  test.for([
    ["Formal", 0, "Formal"],
    ["Casual", 2, "Casual"],
    [" casual\n", 2, "Casual"],
    ["FORMAL_ISH", 1, "formal_ish"],
  ] as const)("%j is class %i", ([raw, index, label]) => {
    expect(acceptTraitValue(tone, raw, tools)).toEqual({ ok: true, scores: { tone: index }, label });
  });

  test("an exact name wins over one that differs in case", () => {
    const other = {
      ...tone,
      classes: [
        { name: "a b", description: "x" },
        { name: " A B", description: "y" },
      ],
    };
    expect(acceptTraitValue(other, " A B", tools)).toMatchObject({ scores: { tone: 1 } });
    expect(acceptTraitValue(other, "a B", tools)).toMatchObject({ scores: { tone: 0 } });
  });

  test.for([
    [10, 1],
    [10.0, 1],
    ["10", 1],
    ["Class: 10.", 1],
    [1, 0],
    [true, 2],
    ["true", 2],
    [5, -1],
  ] as const)("a class whose name looks like a number or a boolean: %j is %i", ([raw, index]) => {
    const grades = { ...tone, classes: ["1.0", "10", "True"].map((name) => ({ name, description: name })) };
    expect(acceptTraitValue(grades, raw, tools).scores).toEqual({ tone: index });
  });

  test("quotation marks, a label and a full stop do not make another class, signs are no name", () => {
    expect(acceptTraitValue(tone, "Tone: **formal**.", tools)).toMatchObject({ label: "Formal" });
    const stars = { ...tone, classes: ["*", "**"].map((name) => ({ name, description: "stars" })) };
    expect(acceptTraitValue(stars, "**", tools)).toMatchObject({ scores: { tone: 1 } });
    expect(acceptTraitValue(stars, "***", tools)).toMatchObject({ scores: { tone: -1 } });
  });

  test("what is no class scores -1 and keeps the judge's text", () => {
    expect(acceptTraitValue(tone, "Angry", tools)).toMatchObject({
      ok: false,
      scores: { tone: -1 },
      label: "Angry",
    });
    expect(acceptTraitValue(tone, 2, tools)).toMatchObject({ scores: { tone: -1 }, label: "2" });
  });

  test("a missing class and a failed call have labels of their own", () => {
    expect(acceptTraitValue(tone, undefined, tools)).toMatchObject({
      scores: { tone: -1 },
      label: "[MISSING_FROM_RESPONSE]",
    });
    expect(failTrait(tone, "timed out")).toMatchObject({
      ok: false,
      scores: { tone: -1 },
      label: "[EVALUATION_ERROR: timed out]",
    });
  });
});

describe("template", () => {
  test("every field stands under trait.field; unknown fields are dropped, defaults filled in", () => {
    const raw = { count: "2", sources: ["a"], extra: true };
    expect(acceptTraitValue(claims, raw, tools)).toEqual({
      ok: true,
      scores: { "claims.count": 2, "claims.sources": ["a"], "claims.note": null },
    });
  });

  test.for<JsonValue | undefined>([
    { count: 1 },
    { count: 1.5, sources: [] },
    { count: 1e308, sources: [] },
    { count: 1, sources: [{}] },
    "text",
    null,
    undefined,
  ])("%j is no value", (raw) => {
    expect(acceptTraitValue(claims, raw, tools)).toMatchObject({ ok: false, scores: {} });
  });

  test("an optional field of a stored schema that is left out is null", () => {
    const schema = {
      type: "object",
      properties: { a: { type: "integer" }, b: { type: "string" } },
      required: ["a"],
    };
    const stored = llmTrait({ name: "t", kind: { type: "template", schema } });
    expect(acceptTraitValue(stored, { a: 1 }, tools)).toMatchObject({ scores: { "t.a": 1, "t.b": null } });
  });
});

test("a failed call leaves all but literal traits without a score", () => {
  for (const trait of [clear, depth, claims])
    expect(failTrait(trait, "timed out")).toEqual({ ok: false, problem: "timed out", scores: {} });
});
