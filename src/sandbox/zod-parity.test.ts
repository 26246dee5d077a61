import { afterAll, expect, test } from "vitest";
import * as z from "zod";
import { createTemplateLoader } from "../languages/index.ts";
import { answerTemplate, extracted } from "../template/index.ts";

const loader = createTemplateLoader();
afterAll(() => loader[Symbol.asyncDispose]());

type Zod = typeof z;

/** Types as authors write them; their own text is what runs in the sandbox. */
const types: readonly ((z: Zod) => z.ZodType)[] = [
  (z) => z.string().min(1).max(5),
  (z) => z.string().length(3),
  (z) =>
    z
      .string()
      .nonempty()
      .regex(/^a\/b"$/u),
  (z) => z.string().min(2).min(5),
  (z) => z.number().int().positive(),
  (z) => z.number().gte(1).lte(2),
  (z) => z.number().nonnegative().negative(),
  (z) => z.number().nonpositive().multipleOf(0.5),
  (z) => z.int().gt(3).lt(9),
  (z) => z.array(z.string()).nonempty().max(3),
  (z) => z.string().array().length(2),
  (z) => z.string().nullable().default(null),
  (z) => z.string().min(1).nullish(),
  (z) => z.optional(z.nullable(z.boolean())),
  (z) => z.string().or(z.number()).nullable(),
  (z) => z.enum({ a: "x", b: "y" }),
  (z) => z.literal(["a", "b"]),
  (z) => z.literal([1, 2]),
  (z) => z.literal(["a"]),
  (z) => z.enum(["a"]).nullable(),
  (z) => z.record(z.string(), z.array(z.iso.time())),
  (z) => z.tuple([z.uuid(), z.url(), z.email()]),
  (z) => z.tuple([z.string()], z.number()),
  (z) => z.tuple([z.string(), z.int().optional()]),
  (z) => z.tuple([z.string().optional()], z.int()),
  (z) => z.tuple([]),
  (z) => z.string().optional().or(z.number()),
  (z) => z.union([z.string().optional(), z.int()]),
  (z) => z.nullable(z.string().optional()),
  (z) =>
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("a") }),
      z.object({ kind: z.literal("b"), n: z.int() }),
    ]),
  (z) => z.object({ a: z.string().describe("one").nullable(), b: z.string().nullable().describe("two") }),
  (z) => z.object({ a: z.string().describe("one").optional(), b: z.int().default(1).describe("two") }),
  (z) => z.object({ a: z.any(), b: z.unknown(), c: z.null() }),
  (z) => z.string().describe("dropped: the field has a description"),
];

test.each(types.map((type) => [String(type), type] as const))(
  "%s means the same in the sandbox",
  async (text, type) => {
    const loaded = await loader.load({
      language: "TypeScript",
      text: `import * as z from "zod"; import { answerTemplate, extracted } from "karenina";
      export default answerTemplate({ value: extracted((${text})(z), { description: "v" }) }, { verify: () => true });`,
    });
    const native = answerTemplate(
      { value: extracted(type(z), { description: "v" }) },
      { verify: () => true },
    );
    expect(loaded.fields).toEqual(native.fields);
  },
);

test.each([
  ["z.number().multipleOf(2).multipleOf(3)", "only one multipleOf() per number is supported"],
  ["z.coerce.number()", /zod's z\.coerce(\.number\(\))? is not supported in template files/],
  ["z.int32()", /zod's z\.int32(\(\))? is not supported in template files/],
  [
    "z.iso.duration()",
    "z.iso.duration is not supported in template files; supported are date, datetime, time",
  ],
  ["z.string().trim()", ".trim() is not supported in template files"],
])("%s is named as what template files cannot use, however zod is imported", async (type, message) => {
  for (const zod of ['import * as z from "zod";', 'import { z } from "zod";']) {
    const text = `${zod} import { answerTemplate, extracted } from "karenina";
      export default answerTemplate({ value: extracted(${type}, { description: "v" }) });`;
    await expect(loader.load({ language: "TypeScript", text })).rejects.toThrow(message);
  }
});

test.each([
  ["NaN", "NaN"],
  ["[1, undefined]", "undefined"],
  ["{ a: undefined }", "undefined"],
  ["/a/", "an object of a class"],
  ["new Date(0)", "an object of a class"],
  ["[1, , 2]", "undefined"],
  ["() => 1", "() => 1"],
  ["1n", "1"],
  [`conditionalGroundTruth({ source: "a", cases: { x: { value: NaN } }, default: { value: 1 } })`, "NaN"],
])("a ground truth that is no JSON is refused: %s", async (truth, what) => {
  const text = `import * as z from "zod"; import { answerTemplate, conditionalGroundTruth, literalMatch, verified } from "karenina";
    export default answerTemplate({ value: verified(z.unknown(), { description: "v", groundTruth: ${truth}, verifyWith: literalMatch() }) });`;
  await expect(loader.load({ language: "TypeScript", text })).rejects.toMatchObject({
    code: "template_invalid",
    message: expect.stringMatching(`field "value": groundTruth .*${what.replaceAll(/[()]/g, ".")}`),
  });
});
