import fc from "fast-check";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { KareninaError, recordOf, wireCodec, wireJsonSchema } from "./index.ts";

describe("wireCodec", () => {
  it("renames declared keys at any depth and leaves the user's own keys alone", () => {
    const schema = z.object({
      modelName: z.string(),
      traitScores: recordOf(z.object({ maxScore: z.number() })),
      subItems: z.array(z.object({ itemId: z.string() }).nullable()).optional(),
      freeForm: z.unknown(),
    });
    const value = {
      modelName: "a",
      traitScores: { myTrait: { maxScore: 1 }, my_trait: { maxScore: 2 } },
      subItems: [{ itemId: "x" }, null],
      freeForm: { keepMe: 1 },
    };
    const json = {
      model_name: "a",
      trait_scores: { myTrait: { max_score: 1 }, my_trait: { max_score: 2 } },
      sub_items: [{ item_id: "x" }, null],
      free_form: { keepMe: 1 },
    };
    const codec = wireCodec(schema);
    expect(codec.encode(value)).toEqual(json);
    expect(codec.decode(json)).toEqual(value);
  });

  it.each([
    ["md5Hash", "md5_hash"],
    ["top1", "top1"],
    ["top1Score", "top1_score"],
    ["rawLLMResponse", "raw_llm_response"],
    ["mcpURLTable", "mcp_url_table"],
    ["a", "a"],
    ["plain", "plain"],
    ["already_snake", "already_snake"],
    ["@type", "@type"],
    ["utf8", "utf8"],
  ])("writes %s as %s and reads it back", (key, wireKey) => {
    const codec = wireCodec(z.strictObject({ [key]: z.number() }));
    expect(codec.encode({ [key]: 1 })).toEqual({ [wireKey]: 1 });
    expect(codec.decode({ [wireKey]: 1 })).toEqual({ [key]: 1 });
  });

  it("takes a name on disk from the schema, also from inside wrappers", () => {
    const codec = wireCodec(
      z.object({
        type: z.string().meta({ wireName: "@type" }),
        level: z.string().meta({ wireName: "lvl" }).optional(),
      }),
    );
    expect(codec.encode({ type: "a", level: "b" })).toEqual({ "@type": "a", lvl: "b" });
    expect(codec.decode({ "@type": "a", lvl: "b" })).toEqual({ type: "a", level: "b" });
  });

  it("fills in defaults, follows lazy and recursive schemas and tuples", () => {
    interface Tree {
      readonly nodeName: string;
      readonly childNodes: readonly Tree[];
    }
    const Tree: z.ZodType<Tree> = z.object({
      nodeName: z.string(),
      childNodes: z
        .array(z.lazy(() => Tree))
        .readonly()
        .default([]),
    });
    const codec = wireCodec(z.object({ rootPair: z.tuple([z.string(), Tree]) }));
    const value = { rootPair: ["x", { nodeName: "a", childNodes: [{ nodeName: "b", childNodes: [] }] }] };
    const json = { root_pair: ["x", { node_name: "a", child_nodes: [{ node_name: "b" }] }] };
    expect(codec.decode(json)).toEqual(value);
    expect(codec.decode(codec.encode(codec.decode(json)))).toEqual(value);
  });

  it("follows a union that contains itself through a getter", () => {
    const All = z.object({
      nodeType: z.literal("all_of"),
      get subConditions() {
        return z.array(Condition);
      },
    });
    const Check = z.object({ nodeType: z.literal("check"), fieldName: z.string() });
    const Condition = z.discriminatedUnion("nodeType", [All, Check]);
    const json = { node_type: "all_of", sub_conditions: [{ node_type: "check", field_name: "a" }] };
    for (const schema of [All, Condition]) {
      const codec = wireCodec(schema);
      expect(codec.encode(codec.decode(json))).toEqual(json);
    }
  });

  it("picks the option of a plain union by what accepts the value", () => {
    const schema = z.union([
      z.string(),
      z.object({ minScore: z.number() }),
      z.object({ classNames: z.array(z.string()) }),
    ]);
    const codec = wireCodec(z.array(schema));
    const json = ["x", { min_score: 1 }, { class_names: ["a"] }];
    expect(codec.decode(json)).toEqual(["x", { minScore: 1 }, { classNames: ["a"] }]);
    expect(codec.encode(codec.decode(json))).toEqual(json);
  });

  it("keeps, drops or refuses unknown keys as the schema says", () => {
    const json = { known_key: 1, other_key: 2 };
    expect(wireCodec(z.looseObject({ knownKey: z.number() })).decode(json)).toEqual({
      knownKey: 1,
      other_key: 2,
    });
    expect(wireCodec(z.object({ knownKey: z.number() })).decode(json)).toEqual({ knownKey: 1 });
    expect(() => wireCodec(z.strictObject({ knownKey: z.number() })).decode(json)).toThrow(/other_key/);
  });

  it("does not take a key under its in-memory name", () => {
    const codec = wireCodec(z.strictObject({ knownKey: z.number().default(0) }));
    expect(() => codec.decode({ knownKey: 1 })).toThrow(/expected the key known_key, found the key knownKey/);
  });

  it("refuses schemas that cannot be stored both ways", () => {
    expect(() => wireCodec(z.object({ day: z.date() }))).toThrow(KareninaError);
    expect(() => wireCodec(z.string().transform(Number))).toThrow(KareninaError);
    expect(() => wireCodec(z.object({ fooBar: z.string(), foo_bar: z.string() }))).toThrow(/foo_bar/);
  });

  it("is not led astray by keys of Object.prototype", () => {
    const codec = wireCodec(z.looseObject({ aKey: recordOf(z.object({ bKey: z.number() })) }));
    const json = JSON.parse(
      '{"a_key":{"constructor":{"b_key":1},"__proto__":{"b_key":2}},"toString":3,"__proto__":{"x":1}}',
    );
    const value = codec.decode(json);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(Object.entries(value.aKey)).toEqual([
      ["constructor", { bKey: 1 }],
      ["__proto__", { bKey: 2 }],
    ]);
    expect(JSON.stringify(codec.encode(value))).toBe(
      '{"a_key":{"constructor":{"b_key":1},"__proto__":{"b_key":2}},"toString":3}',
    );
  });

  it("names a key __proto__ that a strict schema does not know", () => {
    const codec = wireCodec(z.strictObject({ aKey: z.number() }));
    expect(() => codec.decode(JSON.parse('{"a_key":1,"__proto__":{"polluted":1}}'))).toThrow(/__proto__/);
  });
});

describe("problems of a value that does not fit", () => {
  const codec = wireCodec(
    z.object({
      metaData: z.strictObject({
        questionId: z.string(),
        keyWords: z.array(z.string()),
        apiKey: z.string().optional(),
      }),
      evaluationKind: z
        .discriminatedUnion("kindName", [z.object({ kindName: z.literal("a"), maxScore: z.int() })])
        .optional(),
      scoreOrText: z.union([z.number(), z.string()]).optional(),
    }),
  );
  const problems = (json: unknown) => {
    try {
      return codec.decode(json, "results.json row 3");
    } catch (error) {
      return String(error);
    }
  };

  it("are listed with wire paths, what was expected and what was found", () => {
    expect(
      problems({
        meta_data: { question_id: 5, key_words: ["a", null], other_one: 1, api_key: 123 },
        evaluation_kind: { kind_name: "b" },
        score_or_text: [1, 2],
      }),
    ).toMatchInlineSnapshot(`
      "KareninaError: results.json row 3 does not have the expected shape:
        meta_data.question_id: expected string, found number 5
        meta_data.key_words[1]: expected string, found null
        meta_data.api_key: expected string, found a number
        meta_data: expected no other keys, found other_one
        evaluation_kind.kind_name: expected one of a, found string "b"
        score_or_text: expected number, or string, found an array of 2"
    `);
  });

  it("name the value itself, and what is missing", () => {
    expect(problems(7)).toContain("it: expected object, found number 7");
    expect(problems({})).toContain("meta_data: expected object, found nothing");
    expect(
      problems({
        meta_data: { question_id: "", key_words: [] },
        evaluation_kind: { kind_name: "a", max_score: 1.5 },
      }),
    ).toContain("evaluation_kind.max_score: expected a whole number, found number 1.5");
  });
});

describe("wireJsonSchema", () => {
  it("describes the stored form", () => {
    const schema = z.strictObject({
      modelName: z.string(),
      subItems: z.array(z.object({ itemId: z.string().optional() })).readonly(),
      type: z.string().meta({ wireName: "@type" }),
    });
    expect(wireJsonSchema(schema)).toMatchObject({
      required: ["model_name", "sub_items", "@type"],
      additionalProperties: false,
      properties: {
        sub_items: { items: { properties: { item_id: { type: "string" } } } },
        "@type": { type: "string" },
      },
    });
    expect(JSON.stringify(wireJsonSchema(schema))).not.toMatch(/readOnly|wireName/);
  });
});

/** A schema with values it accepts. */
interface Sample {
  readonly schema: z.ZodType;
  readonly values: fc.Arbitrary<unknown>;
}

const word = fc.constantFrom("model", "name", "top1", "LLM", "id", "x", "md5", "Score");
const camelKey = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) =>
    words
      .map((text, index) => (index === 0 ? text.toLowerCase() : text[0]?.toUpperCase() + text.slice(1)))
      .join(""),
  );
const ownKey = fc.oneof(fc.string({ maxLength: 8 }), fc.constantFrom("__proto__", "constructor", "toString"));

const samples = fc.letrec<{ sample: Sample; object: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Sample>(
      { schema: z.string(), values: fc.string() },
      { schema: z.number(), values: fc.integer() },
      { schema: z.boolean(), values: fc.boolean() },
      { schema: z.unknown(), values: fc.jsonValue() },
    ),
    tie("object"),
    tie("sample").map(({ schema, values }) => ({
      schema: z.array(schema),
      values: fc.array(values, { maxLength: 3 }),
    })),
    tie("sample").map(({ schema, values }) => ({ schema: schema.nullable(), values: fc.option(values) })),
    tie("sample").map(({ schema, values }) => ({
      schema: recordOf(schema),
      values: fc.dictionary(ownKey, values, { maxKeys: 3 }),
    })),
    tie("sample").map(({ schema, values }) => ({ schema: z.lazy(() => schema), values })),
    fc.tuple(tie("sample"), tie("sample")).map(([left, right]) => ({
      schema: z.discriminatedUnion("itemKind", [
        z.object({ itemKind: z.literal("left"), leftPart: left.schema }),
        z.object({ itemKind: z.literal("right"), rightPart: right.schema }),
      ]),
      values: fc.oneof(
        fc.record({ itemKind: fc.constant("left"), leftPart: left.values }),
        fc.record({ itemKind: fc.constant("right"), rightPart: right.values }),
      ),
    })),
  ),
  object: fc
    .tuple(
      fc.uniqueArray(fc.tuple(camelKey, tie("sample"), fc.boolean()), {
        maxLength: 4,
        selector: ([key]) => key.toLowerCase(),
      }),
      fc.constantFrom("strict", "strip", "loose"),
    )
    .map(([entries, policy]) => {
      const shape = Object.fromEntries(
        entries.map(([key, { schema }, optional]) => [key, optional ? schema.optional() : schema]),
      );
      const values = fc.record(Object.fromEntries(entries.map(([key, sample]) => [key, sample.values])), {
        requiredKeys: entries.filter(([, , optional]) => !optional).map(([key]) => key),
      });
      const schemaOf = { strict: z.strictObject, strip: z.object, loose: z.looseObject };
      return { schema: schemaOf[policy as keyof typeof schemaOf](shape), values };
    }),
}));

describe("any schema", () => {
  it("decodes what it encoded, through JSON text", () => {
    fc.assert(
      fc.property(
        samples.sample.chain(({ schema, values }) => fc.tuple(fc.constant(schema), values)),
        ([schema, value]) => {
          const codec = wireCodec(schema);
          expect(codec.decode(JSON.parse(JSON.stringify(codec.encode(value))))).toEqual(
            JSON.parse(JSON.stringify(value)),
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});

it("shows no password of an address that cannot be read", () => {
  const codec = wireCodec(z.object({ baseUrl: z.url({ protocol: /^https?$/ }) }));
  const decode = () => codec.decode({ base_url: "htp://user:hunter2@host/v1" });
  expect(decode).toThrow("htp://user:[hidden]@host/v1");
  expect(decode).not.toThrow("hunter2");
});
