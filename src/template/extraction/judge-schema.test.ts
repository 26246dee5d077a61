import fc from "fast-check";
import { expect, test } from "vitest";
import * as z from "zod";
import {
  answerTemplate,
  booleanMatch,
  conditionalGroundTruth,
  exactMatch,
  extracted,
  extractionHints,
  judgeSchema,
  literalMatch,
  traceContains,
  verified,
} from "../index.ts";

const template = answerTemplate({
  target_gene: verified(z.string(), {
    description: "Gene symbol named as the target",
    groundTruth: "BCL2",
    verifyWith: exactMatch(),
    extractionHint: "the abstract",
  }),
  cites: verified(z.boolean(), {
    description: "Cites a source",
    groundTruth: true,
    verifyWith: traceContains({ substring: "[1]" }),
  }),
  phaseName: verified(z.enum(["I", "II"]).nullable(), {
    description: "The phase",
    groundTruth: "I",
    verifyWith: literalMatch(),
  }),
  note: extracted(z.string(), { description: "A note" }),
  source: extracted(z.string().default("unknown"), { description: "A source" }),
});

test("the judge sees described fields in order, without the trace fields", () => {
  expect(judgeSchema(template)).toEqual({
    type: "object",
    title: "Answer",
    properties: {
      target_gene: {
        title: "Target Gene",
        description: "Gene symbol named as the target",
        anyOf: [{ type: "string" }, { type: "null" }],
      },
      phaseName: {
        title: "Phase Name",
        description: "The phase",
        anyOf: [{ type: "string", enum: ["I", "II"] }, { type: "null" }],
      },
      note: { title: "Note", description: "A note", type: "string" },
      source: { title: "Source", description: "A source", anyOf: [{ type: "string" }, { type: "null" }] },
    },
    required: ["target_gene", "phaseName", "note", "source"],
    additionalProperties: false,
  });
  expect(Object.keys(judgeSchema(template).properties ?? {})).toEqual([
    "target_gene",
    "phaseName",
    "note",
    "source",
  ]);
});

test("hints are kept apart from the schema", () => {
  expect(extractionHints(template)).toEqual({ target_gene: "the abstract" });
});

test("nested objects are closed, and what may be left out takes null", () => {
  const arm = z.object({
    name: z.string().describe("The arm"),
    size: z.int().optional(),
    blinded: z.boolean().default(true),
  });
  const nested = answerTemplate(
    { arms: extracted(z.array(arm), { description: "The arms" }) },
    { verify: () => true },
  );
  expect(judgeSchema(nested).properties?.arms).toEqual({
    title: "Arms",
    description: "The arms",
    type: "array",
    items: {
      type: "object",
      properties: {
        name: { type: "string", description: "The arm" },
        size: { anyOf: [{ type: "integer" }, { type: "null" }] },
        blinded: { anyOf: [{ type: "boolean" }, { type: "null" }] },
      },
      required: ["name", "size", "blinded"],
      additionalProperties: false,
    },
  });
});

test("types that contain themselves get definitions at the root, one set per field", () => {
  const Node = z.object({
    label: z.string(),
    get children() {
      return z.array(Node);
    },
  });
  const trees = answerTemplate(
    { one: extracted(Node, { description: "One" }), many: extracted(z.array(Node), { description: "Many" }) },
    { verify: () => true },
  );
  const schema = judgeSchema(trees);
  const refs = JSON.stringify(schema).match(/"\$ref":"[^"]*"/g) ?? [];
  const names = Object.keys(schema.$defs ?? {}).map((name) => `"$ref":"#/$defs/${name}"`);
  expect(schema.properties?.one).toMatchObject({ $ref: "#/$defs/one" });
  expect([...new Set(refs)].toSorted()).toEqual(names.toSorted());
});

test("ground truth and everything about checking stay out of the judge's schema, at any depth", () => {
  const secret = fc
    .string({ minLength: 6, maxLength: 20, unit: "grapheme-ascii" })
    .map((text) => `secret:${text}`);
  fc.assert(
    fc.property(
      secret,
      secret,
      secret,
      fc.double({ min: 100.5, max: 200, noNaN: true }),
      (truth, other, hint, weight) => {
        const shape = z.object({
          inner: z.array(z.object({ leaf: z.string().default(other) })),
          text: z.string(),
        });
        const common = { description: "What to extract", weight, extractionHint: hint };
        const checked = answerTemplate({
          plain: verified(z.string(), {
            ...common,
            groundTruth: truth,
            verifyWith: exactMatch({ normalize: [{ mapping: { [truth]: other } }] }),
          }),
          deep: verified(shape, {
            ...common,
            groundTruth: { inner: [{ leaf: truth }], text: other },
            verifyWith: { type: "LiteralMatch" },
          }),
          later: verified(z.string(), {
            ...common,
            groundTruth: conditionalGroundTruth({
              source: other,
              cases: { [truth]: { value: truth } },
              default: { value: other },
            }),
            verifyWith: exactMatch(),
          }),
          flag: verified(z.boolean().default(true), {
            ...common,
            groundTruth: false,
            verifyWith: booleanMatch(),
          }),
        });
        const text = JSON.stringify(judgeSchema(checked));
        for (const word of [truth, other, hint].map((value) => JSON.stringify(value).slice(1, -1)))
          expect(text).not.toContain(word);
        for (const key of [
          "groundTruth",
          "verif",
          "weight",
          "Match",
          "default",
          "extractionHint",
          String(weight),
          '"id"',
        ])
          expect(text).not.toContain(key);
      },
    ),
    { numRuns: 50 },
  );
});
