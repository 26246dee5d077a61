import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonSchema } from "../../base/index.ts";
import { inputProblems } from "./check-input.ts";
import { decodeInput } from "./decode-input.ts";

/** Schemas as servers write them, with keywords our own never use. */
const foreign = (schema: object) => schema as JsonSchema;

const kinds = {
  text: { type: "string" },
  list: { type: "array", items: { type: "array" } },
  record: { type: "object", additionalProperties: true },
  number: { type: "number" },
  maybe: { anyOf: [{ type: "array" }, { type: "null" }] },
} as const satisfies { [name: string]: JsonSchema };
const schema: JsonSchema = { type: "object", properties: kinds, required: ["list"] };

const inputs = fc.record({
  text: fc.oneof(fc.string(), fc.json()),
  list: fc.array(fc.array(fc.jsonValue())),
  record: fc.dictionary(fc.string(), fc.jsonValue()),
  number: fc.double({ noNaN: true, noDefaultInfinity: true }),
  maybe: fc.oneof(fc.array(fc.jsonValue()), fc.constant(null)),
});
const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

describe("decodeInput", () => {
  it("leaves input that fits as it is", () => {
    fc.assert(
      fc.property(inputs, (input) => {
        expect(decodeInput(schema, plain(input))).toEqual(plain(input));
        expect(inputProblems(schema, plain(input))).toEqual([]);
      }),
    );
  });

  it("gives back what was written as text, at any depth, and decodes no text that is wanted as text", () => {
    fc.assert(
      fc.property(inputs, (drawn) => {
        const input = plain(drawn);
        const written = {
          ...input,
          list: JSON.stringify(drawn.list.map((member) => JSON.stringify(member))),
          record: JSON.stringify(drawn.record),
          maybe: JSON.stringify(drawn.maybe),
        };
        expect(decodeInput(schema, written)).toEqual(input);
      }),
    );
  });

  it("never throws, whatever the schema and the input", () => {
    const anySchema = fc.jsonValue().map((value) => foreign(Object(value)));
    fc.assert(
      fc.property(anySchema, fc.dictionary(fc.string(), fc.jsonValue()), (odd, input) => {
        expect(typeof decodeInput(odd, plain(input))).toBe("object");
        expect(inputProblems(odd, plain(input)).length).toBeLessThanOrEqual(10);
      }),
    );
  });

  it.each<[string, object, unknown, unknown]>([
    ["text that is no JSON", { type: "array" }, "[1, 2", "[1, 2"],
    ["JSON of another kind", { type: "array" }, '{"a": 1}', '{"a": 1}'],
    ["text where text is allowed too", { type: ["string", "array"] }, "[1]", "[1]"],
    ["a schema that says nothing", {}, "[1]", "[1]"],
    ["a reference", { $ref: "#/$defs/Names" }, '["a"]', ["a"]],
    ["an older reference", { $ref: "#/definitions/Names" }, '["a"]', ["a"]],
    ["a reference to nowhere", { $ref: "#/$defs/Nothing" }, '["a"]', '["a"]'],
    ["a reference to itself", { $ref: "#/$defs/Loop" }, '["a"]', '["a"]'],
    ["alternatives without text", { oneOf: [{ type: "object" }, { type: "integer" }] }, '{"a": 1}', { a: 1 }],
    ["null as text", { type: ["array", "null"] }, "null", null],
  ])("treats %s right", (_, property, written, wanted) => {
    const names = { type: "array", items: { type: "string" } };
    const root = foreign({
      type: "object",
      properties: { value: property },
      $defs: { Names: names, Loop: { $ref: "#/$defs/Loop" } },
      definitions: { Names: names },
    });
    expect(decodeInput(root, plain({ value: written }))).toEqual({ value: wanted });
  });
});

describe("inputProblems", () => {
  const about = (property: object, value: unknown) =>
    inputProblems(foreign({ type: "object", properties: { value: property } }), plain({ value }));

  it.each<[string, object, unknown, string | undefined]>([
    ["a value of an enumeration", { enum: ["a", "b"] }, "a", undefined],
    ["a value outside an enumeration", { enum: ["a", "b"] }, "c", '"value" must be one of "a", "b".'],
    ["another constant", { const: 1 }, 2, '"value" must be one of 1.'],
    ["a whole number as a number", { type: "number" }, 3, undefined],
    ["null where allowed", { type: ["string", "null"] }, null, undefined],
    ["null where allowed the OpenAPI way", { type: "string", nullable: true }, null, undefined],
    ["null where not", { type: "string" }, null, '"value" must be of type string, not null.'],
    ["one of the alternatives", { anyOf: [{ type: "string" }, { type: "number" }] }, 1, undefined],
    [
      "the only alternative of its kind",
      { anyOf: [{ type: "object", required: ["a"] }, { type: "number" }] },
      {},
      '"value.a" is missing.',
    ],
    [
      "none of several alternatives",
      {
        oneOf: [
          { type: "object", required: ["a"] },
          { type: "object", required: ["b"] },
        ],
      },
      {},
      '"value" fits none of the 2 forms the schema allows.',
    ],
    ["all parts", { allOf: [{ type: "object" }, { required: ["b"] }] }, {}, '"value.b" is missing.'],
    [
      "a pattern, which is never run",
      { type: "string", pattern: "(a+)+$" },
      "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
      undefined,
    ],
    [
      "a key named like a part of every object",
      { required: ["constructor"] },
      {},
      '"value.constructor" is missing.',
    ],
  ])("knows %s", (_, property, value, problem) => {
    expect(about(property, value)).toEqual(problem === undefined ? [] : [problem]);
  });

  it("names no more than ten problems", () => {
    const value = Array.from({ length: 100_000 }, (_, index) => index);
    expect(about({ type: "array", items: { type: "string" } }, value)).toHaveLength(10);
  });

  it("ends on a schema and an input of endless depth", () => {
    const tree = foreign({
      $ref: "#/$defs/Tree",
      $defs: { Tree: { type: "object", properties: { next: { $ref: "#/$defs/Tree" } } } },
    });
    const deep: JsonObject = JSON.parse(`${'{"next":'.repeat(3000)}1${"}".repeat(3000)}`);
    expect(inputProblems(tree, deep)).toEqual([]);
    expect(decodeInput(tree, deep)).toBeDefined();
  });

  it("ends on alternatives that lead back to themselves", () => {
    const endless = foreign({
      type: "object",
      properties: { value: { $ref: "#/$defs/Loop" } },
      $defs: { Loop: { anyOf: [{ $ref: "#/$defs/Loop" }, { $ref: "#/$defs/Loop" }] } },
    });
    expect(inputProblems(endless, { value: "[1]" })).toEqual([]);
    expect(decodeInput(endless, { value: "[1]" })).toEqual({ value: "[1]" });
  });
});
