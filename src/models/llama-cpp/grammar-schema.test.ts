import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { JsonSchema } from "../../base/index.ts";
import { grammarSchema, withoutOmitted } from "./grammar-schema.ts";

const ofZod = (schema: z.ZodType) => z.toJSONSchema(schema) as JsonSchema;

describe("grammarSchema", () => {
  it("keeps types, choices, lists and objects, and drops what a grammar cannot say", () => {
    const schema = ofZod(
      z.strictObject({
        name: z.string().min(3).regex(/^a/).describe("A name"),
        kind: z.enum(["a", "b"]),
        one: z.literal(1),
        score: z.number().min(0).max(1),
        day: z.iso.date(),
        tags: z.array(z.string()).min(1).max(3),
        maybe: z.boolean().nullable(),
      }),
    );
    expect(grammarSchema(schema)).toEqual({
      type: "object",
      properties: {
        name: { type: "string" },
        kind: { enum: ["a", "b"] },
        one: { const: 1 },
        score: { type: "number" },
        day: { type: "string", format: "date" },
        tags: { type: "array", items: { type: "string" }, minItems: 1, maxItems: 3 },
        maybe: { oneOf: [{ type: "boolean" }, { type: "null" }] },
      },
    });
  });

  it("lets optional properties be null, and open objects have more", () => {
    const schema: JsonSchema = {
      type: "object",
      properties: { a: { type: "string" }, b: { type: ["integer", "null"] } },
      additionalProperties: { type: "number" },
    };
    expect(grammarSchema(schema)).toEqual({
      type: "object",
      properties: {
        a: { oneOf: [{ type: "string" }, { type: "null" }] },
        b: { oneOf: [{ type: "integer" }, { type: "null" }] },
      },
      additionalProperties: { type: "number" },
    });
  });

  it("keeps references to definitions, also recursive ones", () => {
    const schema: JsonSchema = {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          properties: { next: { anyOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } },
          required: ["next"],
        },
      },
    };
    expect(grammarSchema(schema)).toEqual({
      oneOf: [{ $ref: "#/$defs/node" }],
      $defs: {
        node: {
          type: "object",
          properties: { next: { oneOf: [{ $ref: "#/$defs/node" }, { type: "null" }] } },
        },
      },
    });
  });

  it.each<[string, JsonSchema]>([
    ["an open schema", {}],
    ["a reference to nowhere", { $ref: "#/$defs/none" }],
    ["a choice of objects", { enum: [{ a: 1 } as never] }],
    ["an unknown type", { type: "tuple" }],
  ])("takes any JSON for %s", (_, schema) => {
    expect(grammarSchema(schema)).toMatchObject({
      oneOf: expect.arrayContaining([{ type: "array" }, { type: "object", additionalProperties: true }]),
    });
  });
});

describe("withoutOmitted", () => {
  const schema: JsonSchema = {
    type: "object",
    properties: {
      need: { type: ["string", "null"] },
      may: { type: "string" },
      mayNull: { type: ["string", "null"] },
      list: { type: "array", items: { $ref: "#/$defs/item" } },
    },
    required: ["need", "list"],
    $defs: {
      item: { anyOf: [{ type: "object", properties: { deep: { type: "integer" } } }, { type: "null" }] },
    },
  };

  it("drops nulls of optional properties only, at any depth", () => {
    const value = {
      need: null,
      may: null,
      mayNull: null,
      list: [{ deep: null }, null, { deep: 1 }],
      more: null,
    };
    expect(withoutOmitted(value, schema)).toEqual({
      need: null,
      mayNull: null,
      list: [{}, null, { deep: 1 }],
      more: null,
    });
  });

  it("changes nothing where everything is open", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const plain = JSON.parse(JSON.stringify(value));
        expect(withoutOmitted(plain, {})).toEqual(plain);
      }),
    );
  });
});
