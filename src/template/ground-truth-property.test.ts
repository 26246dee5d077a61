import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createPatternEngine, type JsonSchema, type JsonValue, KareninaError } from "../base/index.ts";
import {
  type AnswerTemplate,
  acceptAnswer,
  groundTruthOf,
  type PrimitiveSpec,
  primitives,
  type ScenarioContext,
  templateFromData,
  validateTemplate,
  verifyAnswer,
} from "./index.ts";

const tools = { patterns: createPatternEngine() };

const dates = fc.constantFrom(
  "2016-04-11",
  "2016-04-11T00:00:00Z",
  "April 11, 2016.",
  "11/04/2016",
  "2016",
  "soon",
);
const text = fc.oneof(
  fc.constantFrom(
    "BCL2",
    " bcl2 ",
    "false",
    "True",
    "5",
    "5.0",
    "1e3",
    "nan",
    "",
    "NCT02141282",
    "apoptosis",
  ),
  dates,
  fc.string({ maxLength: 6 }),
);
const number = fc.oneof(
  fc.constantFrom(0, 1, -0, 5, 0.05, 2 ** 53, -(2 ** 60), 6.022e23),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const scalar: fc.Arbitrary<JsonValue> = fc.oneof(text, number, fc.boolean(), fc.constant(null));
const anyList = fc.array(fc.oneof(scalar, fc.array(scalar, { maxLength: 2 })), { maxLength: 4 });
const anyValue: fc.Arbitrary<JsonValue> = fc.oneof(
  scalar,
  anyList,
  fc.dictionary(fc.constantFrom("a", "b", "__proto__"), scalar),
);

const scalarTypes: readonly JsonSchema[] = [
  { type: "string" },
  { type: "string", format: "date" },
  { type: "string", format: "date-time" },
  { type: "string", pattern: "^[A-Z]" },
  { type: "string", enum: ["BCL2", "5", "false"] },
  { enum: ["5", 5, true, null] },
  { type: "number" },
  { type: "integer" },
  { type: "number", minimum: 0, maximum: 10 },
  { type: "boolean" },
  { anyOf: [{ type: "string" }, { type: "null" }] },
  { anyOf: [{ type: "number" }, { type: "string" }] },
  { anyOf: [{ type: "boolean" }, { type: "number" }, { type: "null" }] },
];
const types: readonly JsonSchema[] = [
  ...scalarTypes,
  ...scalarTypes.map((items): JsonSchema => ({ type: "array", items })),
  ...scalarTypes.map((a): JsonSchema => ({ type: "object", properties: { a }, required: ["a"] })),
  { type: "object", additionalProperties: { type: "number" } },
  {},
];

const bound = fc.option(fc.constantFrom(0, 1, 5, -1, 0.05));
const normalize = fc.subarray([
  "lowercase",
  "strip",
  "remove_punctuation",
  { mapping: { bcl2: "BCL2" } },
] as JsonValue[]);
const substrings = fc.array(fc.constantFrom("BCL2", "bcl", "", "5"), { maxLength: 2 });
const margin = { margin: fc.constantFrom(0.1, 5), mode: fc.constantFrom("relative", "absolute") };
const isDateBound = fc.option(fc.constantFrom("2016-04-11", "2016", "2020-01-01T00:00Z"));

/** Parameters per primitive; the others have none. */
const parameters: { readonly [type: string]: Readonly<Record<string, fc.Arbitrary<JsonValue>>> } = {
  ExactMatch: { normalize },
  ContainsAny: { substrings, normalize },
  ContainsAll: { substrings, normalize },
  RegexMatch: { pattern: fc.constantFrom("^[A-Z]", String.raw`\d+`, "", "None") },
  NumericTolerance: {
    tolerance: fc.constantFrom(0, 0.1, -1),
    mode: fc.constantFrom("relative", "absolute"),
  },
  NumericRange: { min: bound, max: bound, exclusiveMin: fc.boolean(), exclusiveMax: fc.boolean() },
  NumericMinimum: { exclusive: fc.boolean() },
  NumericMaximum: { exclusive: fc.boolean() },
  NumericGraded: { cutoff: fc.constantFrom(0.1, 10) },
  NumericRangeGraded: { min: fc.constant(0), max: fc.constantFrom(1, 10), ...margin },
  NumericThresholdGraded: {
    direction: fc.constantFrom("max", "min"),
    exclusive: fc.boolean(),
    ...margin,
  },
  SetContainment: {
    mode: fc.constantFrom("exact", "subset", "superset", "overlap"),
    minOverlap: fc.option(fc.nat(3)),
  },
  OrderedMatch: { normalize },
  DateMatch: { format: fc.option(fc.constantFrom("%Y-%m-%d", "%d/%m/%Y")) },
  DateTolerance: { tolerance: fc.integer({ min: -1, max: 3 }), unit: fc.constantFrom("days", "minutes") },
  DateRange: { min: isDateBound, max: isDateBound },
};

const checked = primitives.filter(({ kind, type }) => kind === "parsed" && type !== "SemanticMatch");

const specOf = (type: string): fc.Arbitrary<PrimitiveSpec> =>
  fc.record(parameters[type] ?? {}).map((given) => ({ ...given, type }));

type Suited = readonly [schemas: fc.Arbitrary<JsonSchema>, values: fc.Arbitrary<JsonValue>];

const scalarSchema = fc.constantFrom(...scalarTypes);
const suitedBy: readonly (readonly [RegExp, Suited])[] = [
  [/^Date/, [fc.constant({ type: "string" }), dates]],
  [/^Numeric/, [fc.constantFrom<JsonSchema>({ type: "number" }, { type: "integer" }), number]],
  [/^(?:SetContainment|OrderedMatch)$/, [scalarSchema.map((items) => ({ type: "array", items })), anyList]],
  [/^BooleanMatch$/, [fc.constant({ type: "boolean" }), scalar]],
  [/./, [fc.constantFrom<JsonSchema>({ type: "string" }, {}), text]],
];

/** A type, a primitive and a ground truth as an author may write them; half of the types and truths suit the primitive. */
function cases(type: string) {
  const [schemas, values] = suitedBy.find(([name]) => name.test(type))?.[1] ?? [scalarSchema, scalar];
  return fc.tuple(fc.oneof(schemas, fc.constantFrom(...types)), specOf(type), fc.oneof(values, anyValue));
}

async function madeFrom(
  schema: JsonSchema,
  verifyWith: PrimitiveSpec,
  groundTruth: unknown,
): Promise<AnswerTemplate | undefined> {
  const verification = { groundTruth, verifyWith, weight: 1 };
  const fields = [{ name: "value", schema, description: "v", required: true, verification }];
  try {
    const template = templateFromData({ name: "Answer", fields, regex: {} });
    return (await validateTemplate(template, tools)).length === 0 ? template : undefined;
  } catch (error) {
    if (KareninaError.isInstance(error) && error.code === "template_invalid") return undefined;
    throw error;
  }
}

/** What code decides when the judge replies with this value. */
async function verdict(template: AnswerTemplate, value: JsonValue, scenario?: ScenarioContext) {
  const accepted = acceptAnswer(template, { value }, tools);
  if (!accepted.ok) return { accepted: false };
  const { verifyResult, granular, fieldError } = await verifyAnswer(template, accepted.value, {
    trace: "",
    tools,
    scenario,
  });
  return { accepted: true, verifyResult, granular, ...(fieldError === undefined ? {} : { fieldError }) };
}

const right = { accepted: true, verifyResult: true, granular: 1 };

describe("what validation accepts as ground truth passes when a judge replies with it", () => {
  test.for(checked.map(({ type }) => type))("%s", async (type) => {
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(cases(type), async ([schema, verifyWith, written]) => {
        const template = await madeFrom(schema, verifyWith, written);
        if (template === undefined || verifyWith.exclusive === true) return;
        accepted += 1;
        const stored = groundTruthOf(template).value as JsonValue;
        expect(await verdict(template, written)).toEqual(right);
        expect(await verdict(template, stored)).toEqual(right);
      }),
      { numRuns: 300 },
    );
    expect(accepted).toBeGreaterThan(0);
  });
});

test("the same holds for every case of a conditional ground truth", async () => {
  const anyCase = fc.constantFrom(...checked).chain(({ type }) => fc.tuple(cases(type), cases(type)));
  await fc.assert(
    fc.asyncProperty(anyCase, async ([[schema, verifyWith, low], [, , other]]) => {
      const conditional = {
        conditional: true,
        source: "node_results.first.level",
        cases: { low: { value: low } },
        default: { value: other },
      };
      const template = await madeFrom(schema, verifyWith, conditional);
      if (template === undefined || verifyWith.exclusive === true) return;
      const scenario = { nodeResults: { first: { level: "low" } } };
      expect(await verdict(template, other)).toEqual(right);
      expect(await verdict(template, low, scenario)).toEqual(right);
    }),
    { numRuns: 1000 },
  );
});

test("a value that differs from the ground truth does not pass an equality check", async () => {
  const equalities = checked.filter(({ type }) =>
    ["BooleanMatch", "LiteralMatch", "NumericExact"].includes(type),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom<JsonSchema>({ type: "number" }, { type: "integer" }, { type: "boolean" }),
      fc.constantFrom(...equalities),
      scalar,
      scalar,
      async (schema, { type }, groundTruth, value) => {
        const template = await madeFrom(schema, { type }, groundTruth);
        const accepted = template && acceptAnswer(template, { value }, tools);
        if (template === undefined || !accepted?.ok) return;
        const same =
          type === "BooleanMatch"
            ? Boolean(accepted.value.values.value) === Boolean(groundTruthOf(template).value)
            : accepted.value.values.value === groundTruthOf(template).value;
        const { verifyResult } = await verifyAnswer(template, accepted.value, { trace: "", tools });
        expect(verifyResult).toBe(same && value !== null);
      },
    ),
    { numRuns: 1000 },
  );
});
