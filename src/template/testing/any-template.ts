import fc from "fast-check";
import * as z from "zod";
import type { JsonValue } from "../../base/index.ts";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  atLeastN,
  type Composition,
  conditionalGroundTruth,
  containsAny,
  exactMatch,
  extracted,
  fieldCheck,
  numericTolerance,
  type PrimitiveSpec,
  synonyms,
  traceContains,
  verified,
} from "../index.ts";

/** A type with a value of it. */
interface Typed {
  readonly schema: z.ZodType;
  readonly value: JsonValue;
}

const text = fc.string({ unit: "grapheme", maxLength: 12 });
const typed = (schema: z.ZodType, value: fc.Arbitrary<JsonValue>): fc.Arbitrary<Typed> =>
  value.map((one) => ({ schema, value: one }));
const leaf: fc.Arbitrary<Typed> = fc.oneof(
  typed(z.string(), text),
  typed(
    z
      .string()
      .min(1)
      .max(50)
      .regex(/^[^\n]+$/),
    fc.constant("a/b\\c"),
  ),
  typed(z.int(), fc.integer()),
  typed(z.int().min(-5).max(9), fc.integer({ min: -5, max: 9 })),
  typed(z.number().gt(0).lt(1).multipleOf(0.25), fc.constant(0.5)),
  typed(
    z.number(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  ),
  typed(z.boolean(), fc.boolean()),
  typed(z.null(), fc.constant(null)),
  typed(
    z.unknown(),
    fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
  ),
  typed(z.iso.date(), fc.constant("2016-04-11")),
  typed(z.iso.datetime(), fc.constant("2016-04-11T00:30:00Z")),
  typed(z.email(), fc.constant("a@b.org")),
  fc
    .uniqueArray(text, { minLength: 1, maxLength: 3 })
    .map((values) => ({ schema: z.enum(values), value: values[0] ?? "" })),
  fc
    .constantFrom<JsonValue>("a", 3, true, null)
    .map((value) => ({ schema: z.literal(value as string), value })),
  typed(z.literal(["a", 1, null]), fc.constantFrom("a", 1, null)),
);
const { schema: anyTyped } = fc.letrec<{ schema: Typed }>((tie) => {
  const child = tie("schema");
  return {
    schema: fc.oneof(
      { maxDepth: 3 },
      leaf,
      child.map(({ schema, value }) => ({ schema: z.array(schema).max(3), value: [value] })),
      child.map(({ schema, value }) => ({ schema: z.record(z.string(), schema), value: { "a b": value } })),
      child.map(({ schema }) => ({ schema: schema.nullable(), value: null })),
      fc
        .tuple(child, child)
        .map(([left, right]) => ({ schema: z.union([left.schema, right.schema]), value: left.value })),
      fc.tuple(child, child).map(([left, right]) => ({
        schema: z.tuple([left.schema, right.schema]),
        value: [left.value, right.value],
      })),
      fc.tuple(child, child, text).map(([first, second, description]) => ({
        schema: z.object({
          one: first.schema.describe(description),
          "two words": second.schema.optional(),
          three: z.string().default("x"),
        }),
        value: { one: first.value },
      })),
    ),
  };
});

const textPrimitive = fc.constantFrom<PrimitiveSpec>(
  exactMatch(),
  exactMatch({ normalize: ["strip", synonyms({ "a b": "c" })] }),
);
const anyPrimitive = fc.constant<PrimitiveSpec>(containsAny({ substrings: ["\u2028", '"', "\\"] }));
const numberPrimitive = fc.constant<PrimitiveSpec>(numericTolerance({ tolerance: 0.1 }));

/** A type and its ground truth with a primitive that can compare it. */
const checkedType = anyTyped.chain((found) =>
  fc.record({
    typed: fc.constant(found),
    verifyWith: fc.oneof(
      anyPrimitive,
      ...(typeof found.value === "string" ? [textPrimitive] : []),
      ...(typeof found.value === "number" ? [numberPrimitive] : []),
    ),
  }),
);
const description = text.map((words) => `d ${words}`);

const field = fc.oneof(
  fc
    .record({
      checked: checkedType,
      description,
      weight: fc.constantFrom(1, 2.5),
      hint: fc.option(text),
    })
    .map(({ checked, ...found }) =>
      verified(checked.typed.schema, {
        description: found.description,
        groundTruth: checked.typed.value,
        verifyWith: checked.verifyWith as never,
        weight: found.weight,
        ...(found.hint === null ? {} : { extractionHint: found.hint }),
      }),
    ),
  fc.tuple(checkedType, description).map(([{ typed, verifyWith }, words]) =>
    verified(typed.schema, {
      description: words,
      groundTruth: conditionalGroundTruth({
        source: "node_results.a",
        cases: { "x y": { value: typed.value, verifyWith } },
        default: { value: typed.value },
      }) as never,
      verifyWith: containsAny({ substrings: ["x"] }) as never,
    }),
  ),
  fc.constant(
    verified(z.boolean(), {
      description: "t",
      groundTruth: true,
      verifyWith: traceContains({ substring: "x" }),
    }),
  ),
  fc.tuple(anyTyped, description).map(([found, words]) => extracted(found.schema, { description: words })),
);

const names = ["first", "second", "third"] as const;
type Name = (typeof names)[number];

/** A strategy that names each field once: a condition that says the same as another one is refused. */
function strategyOf([field = "first", ...others]: readonly Name[]): fc.Arbitrary<Composition<Name>> {
  const leaf = fieldCheck(field);
  const conditions: fc.Arbitrary<readonly Composition<Name>[]> =
    others.length === 0
      ? fc.constant([leaf])
      : fc.oneof(
          fc.constant([leaf, ...others.map((name) => fieldCheck(name))]),
          strategyOf(others).map((rest) => [rest, leaf]),
        );
  return fc.oneof(
    ...(others.length === 0 ? [fc.constant(leaf)] : []),
    conditions.map((found) => allOf(found)),
    conditions.map((found) => anyOf(found)),
    conditions.chain((found) => fc.integer({ min: 1, max: found.length }).map((n) => atLeastN(n, found))),
  );
}
const strategy = fc.shuffledSubarray([...names], { minLength: 1 }).chain(strategyOf);

const first = verified(z.string(), { description: "f", groundTruth: "a", verifyWith: exactMatch() });
/** Any template that source can say, without custom checks. */
export const anyTemplate: fc.Arbitrary<AnswerTemplate> = fc
  .record({
    fields: fc.dictionary(fc.stringMatching(/^[a-z_][a-z0-9_]{3,8}$/), field, { maxKeys: 4 }),
    strategy: fc.option(strategy, { nil: undefined }),
    regex: fc.dictionary(
      text,
      fc.record({ pattern: fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }), expected: text }),
      { maxKeys: 2 },
    ),
    name: fc.constantFrom("Answer", "Other"),
  })
  .map(({ fields, regex, name, strategy: found }) =>
    answerTemplate(
      { first, second: first, third: first, ...fields },
      { name, regex, ...(found === undefined ? {} : { strategy: found }) },
    ),
  );
