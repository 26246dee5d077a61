import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import { dynamicRubric } from "../define-rubric.ts";
import { presenceForm } from "../dynamic/presence.ts";
import { agenticTrait } from "../kinds/agentic/author.ts";
import { llmTrait } from "../kinds/llm/author.ts";
import { metricForm } from "../kinds/metric/ask.ts";
import { metricTrait } from "../kinds/metric/author.ts";
import { tools } from "../testing/tools.ts";
import { literalBatch } from "./literal-batch.ts";
import { scoreBatch } from "./score-batch.ts";
import { singleTraitForm } from "./single-trait.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const depth = llmTrait({ name: "constructor", kind: "score", minScore: 0, maxScore: 3 });
const tone = llmTrait({ name: "tone", kind: "literal", classes: { formal: "x", casual: "y" } });
const form = llmTrait({ name: "form", kind: "literal", classes: { list: "x", prose: "y" } });

describe("boolean and score traits in one call", () => {
  const { schema, accept } = scoreBatch.form([clear, depth], tools);

  test("one required property per trait", () => {
    expect(schema).toEqual({
      type: "object",
      properties: {
        scores: {
          type: "object",
          properties: {
            clear: { type: "boolean" },
            constructor: { type: "integer", minimum: 0, maximum: 3 },
          },
          required: ["clear", "constructor"],
          additionalProperties: false,
        },
      },
      required: ["scores"],
      additionalProperties: false,
    });
  });

  test("one bad or missing value takes nothing from the others; strangers are ignored", () => {
    const reply = accept({ scores: { clear: "yes", Constructor: 1, other: 2 } });
    expect(reply.ok && [...reply.value]).toEqual([
      ["clear", { ok: true, scores: { clear: true } }],
      ["constructor", expect.objectContaining({ ok: false, scores: {} })],
    ]);
  });

  test.for<JsonValue>([[], "text", {}, { scores: [] }])("%j is no reply", (json) => {
    expect(accept(json)).toMatchObject({ ok: false, problems: [expect.stringContaining("expected")] });
  });
});

const other = llmTrait({ name: "other", kind: "literal", classes: { list: "x", prose: "y" } });

describe("literal traits in one call", () => {
  const { schema, accept } = literalBatch.form([tone, form, other], tools);

  test("a list of trait and class", () => {
    expect(schema.properties?.classifications?.items?.properties).toEqual({
      trait_name: { type: "string", enum: ["tone", "form", "other"] },
      class_name: { type: "string", enum: ["formal", "casual", "list", "prose"] },
    });
  });

  test("a missing one scores -1, and one named twice with different classes", () => {
    const reply = accept({
      classifications: [
        { trait_name: "tone", class_name: "formal" },
        { trait_name: "tone", class_name: "Casual" },
        { trait_name: "other", class_name: "list" },
        { trait_name: "other", class_name: "list" },
        "noise",
      ],
    });
    expect(reply.ok && Object.fromEntries(reply.value)).toMatchObject({
      tone: { ok: false, scores: { tone: -1 }, problem: expect.stringContaining("several times") },
      other: { ok: true, scores: { other: 0 } },
      form: { ok: false, scores: { form: -1 }, label: "[MISSING_FROM_RESPONSE]" },
    });
  });
});

describe("one trait", () => {
  test.for([
    [clear, "result", { type: "boolean" }, true],
    [depth, "score", { type: "integer", minimum: 0, maximum: 3 }, 2],
    [tone, "classification", { type: "string", enum: ["formal", "casual"] }, "casual"],
    [agenticTrait({ name: "a", description: "b", kind: "boolean" }), "result", { type: "boolean" }, false],
  ] as const)("%o is asked for by its own key", ([trait, key, value, reply]) => {
    const { schema, accept } = singleTraitForm(trait, tools);
    expect(schema).toMatchObject({
      properties: { [key]: value },
      required: [key],
      additionalProperties: false,
    });
    expect(accept({ [key]: reply })).toMatchObject({ ok: true, value: { ok: true } });
    expect(accept({})).toMatchObject({ ok: false, problems: [expect.stringContaining(key)] });
  });

  test("a class that does not exist is a value, not a reason to ask again", () => {
    expect(singleTraitForm(tone, tools).accept({ classification: "angry" })).toMatchObject({
      ok: true,
      value: { ok: false, scores: { tone: -1 }, label: "angry" },
    });
  });

  test("a template is asked for by its fields", () => {
    const trait = llmTrait({ name: "t", kind: z.object({ n: z.int(), note: z.string().default("") }) });
    const { schema, accept } = singleTraitForm(trait, tools);
    expect(schema).toMatchObject({
      properties: { n: { type: "integer" }, note: {} },
      required: ["n", "note"],
      additionalProperties: false,
    });
    expect(accept({ n: 1 })).toMatchObject({ ok: true, value: { scores: { "t.n": 1, "t.note": "" } } });
    expect(accept({ n: "x" })).toMatchObject({ ok: false });
  });
});

describe("metric", () => {
  const base = { name: "m", metrics: ["f1"], tpInstructions: ["a"], tnInstructions: ["b"] } as const;

  test("only the buckets its mode needs", () => {
    expect(metricForm(metricTrait(base)).schema.required).toEqual(["tp", "fn", "fp"]);
    const full = metricTrait({ ...base, evaluationMode: "full_matrix" });
    expect(metricForm(full).schema.required).toEqual(["tp", "fn", "fp", "tn"]);
  });

  test("missing buckets are empty, an extra tn is kept", () => {
    const { accept } = metricForm(metricTrait(base));
    expect(accept({ tp: ["x"], tn: ["y"] })).toEqual({
      ok: true,
      value: { tp: ["x"], tn: ["y"], fp: [], fn: [] },
    });
  });

  test.for<JsonValue>([{ tp: null }, { tp: [1] }, { fn: "x" }, []])("%j is no reply", (json) => {
    expect(metricForm(metricTrait(base)).accept(json)).toMatchObject({ ok: false });
  });
});

test("presence: missing is absent, of two that differ neither counts", () => {
  const { schema, accept } = presenceForm(
    dynamicRubric(["a", "b", "c"].map((name) => llmTrait({ name, summary: name, kind: "boolean" }))),
  );
  expect(schema.properties?.results?.items?.required).toEqual(["trait_name", "present"]);
  const reply = accept({
    results: [
      { trait_name: "a", present: true },
      { trait_name: "b", present: true },
      { trait_name: "b", present: true },
      { trait_name: "x", present: true },
    ],
  });
  expect(reply).toEqual({ ok: true, value: new Set(["a", "b"]) });
  const both = [true, false].map((present) => ({ trait_name: "b", present }));
  expect(accept({ results: both })).toMatchObject({ ok: false });
  expect(accept({})).toMatchObject({ ok: false });
});

test("presence: a word for yes is yes, and what is neither yes nor no is not absent but refused", () => {
  const { accept } = presenceForm(dynamicRubric([llmTrait({ name: "a", summary: "a", kind: "boolean" })]));
  const saying = (present: JsonValue) => accept({ results: [{ trait_name: "a", present }] });
  expect(saying("Yes")).toEqual({ ok: true, value: new Set(["a"]) });
  expect(saying("false")).toEqual({ ok: true, value: new Set() });
  for (const unclear of ["partly", null, 3, []])
    expect(saying(unclear)).toEqual({
      ok: false,
      problems: [expect.stringMatching(/^a: expected true or false/)],
    });
});
