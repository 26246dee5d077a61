import { expect, test } from "vitest";
import * as z from "zod";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  atLeastN,
  conditionalGroundTruth,
  dateTolerance,
  exactMatch,
  extracted,
  literalMatch,
  numericTolerance,
  primitives,
  setContainment,
  synonyms,
  templateFromSpec,
  templateSpec,
  templateSpecSchema,
  traceContains,
  verified,
} from "../index.ts";

const plain = answerTemplate(
  {
    target: verified(z.string().min(1), {
      description: "The target",
      groundTruth: "BCL2",
      verifyWith: exactMatch({ normalize: ["lowercase", synonyms({ "bcl-2 Family": "bcl2" })] }),
      weight: 2,
      extractionHint: "the abstract says it",
    }),
    drugs: verified(z.array(z.string()), {
      description: "Drugs",
      groundTruth: ["a"],
      verifyWith: setContainment({ mode: "overlap", minOverlap: 2 }),
    }),
    nothing: verified(z.string().nullable(), {
      description: "Nothing",
      groundTruth: null,
      verifyWith: literalMatch(),
    }),
    setting: verified(z.object({ conditional: z.boolean(), myKey: z.string() }), {
      description: "An object whose keys are the user's own",
      groundTruth: { conditional: false, myKey: "x" },
      verifyWith: literalMatch() as never,
    }),
    approved: verified(z.iso.date(), {
      description: "When",
      groundTruth: "2016-04-11",
      verifyWith: dateTolerance({ tolerance: 3, unit: "days" }),
    }),
    cites: verified(z.boolean(), {
      description: "Cites",
      groundTruth: true,
      verifyWith: traceContains({ substring: "NCT" }),
    }),
    action: verified(z.enum(["refer", "observe"]), {
      description: "What to do",
      groundTruth: conditionalGroundTruth({
        source: "node_results.triage.severity",
        cases: { veryHigh: { value: "refer", verifyWith: literalMatch() } },
        default: { value: "observe" },
      }),
      verifyWith: literalMatch(),
    }),
    trial: extracted(z.object({ id: z.string().optional(), size: z.int().min(0).nullable() }).optional(), {
      description: "The trial",
    }),
  },
  {
    name: "TargetAnswer",
    strategy: allOf(["target", atLeastN(1, ["drugs", "action"])]),
    regex: { cites: { pattern: String.raw`\[\d+\]`, expected: 2, matchType: "count" } },
  },
);

const throughText = (template: AnswerTemplate) =>
  templateFromSpec(JSON.parse(JSON.stringify(templateSpec(template))));

test("a declarative template goes to JSON and back unchanged", () => {
  expect(throughText(plain)).toEqual(plain);
  expect(Object.keys(throughText(plain))).not.toContain("verify");
});

test("names are written in snake_case, keys of the user's own stay", () => {
  const spec = templateSpec(plain);
  expect(spec).toMatchObject({
    karenina_template: 1,
    fields: [
      { extraction_hint: "the abstract says it", verification: { ground_truth: "BCL2" } },
      { verification: { verify_with: { type: "SetContainment", mode: "overlap", min_overlap: 2 } } },
      { verification: { ground_truth: null } },
      { verification: { ground_truth: { conditional: false, myKey: "x" } } },
      {},
      {},
      {
        verification: {
          conditional_ground_truth: {
            cases: { veryHigh: { value: "refer", verify_with: { type: "LiteralMatch" } } },
          },
        },
      },
      { required: false },
    ],
    regex: { cites: { match_type: "count" } },
  });
});

test("what has a default may be left out", () => {
  const field = {
    name: "dose",
    schema: { type: "number" },
    description: "The dose",
    verification: { ground_truth: 4, verify_with: { type: "NumericTolerance", tolerance: 0.1 } },
  };
  expect(templateFromSpec({ karenina_template: 1, fields: [field] })).toEqual(
    answerTemplate({
      dose: verified(z.number(), {
        description: "The dose",
        groundTruth: 4,
        verifyWith: numericTolerance({ tolerance: 0.1 }),
      }),
    }),
  );
});

test("custom checks travel as text and come back as source that only the sandbox runs", () => {
  const coded = answerTemplate(
    { dose: extracted(z.number(), { description: "The dose" }) },
    { verify: ({ dose }) => dose > 3, verifyGranular: () => 0.5 },
  );
  expect(templateSpec(coded)).toMatchObject({
    code: { language: "TypeScript", verify: "({ dose }) => dose > 3" },
  });
  expect(throughText(coded)).toMatchObject({
    language: "TypeScript",
    text: expect.stringContaining("({ dose }) => dose > 3"),
  });
});

test.each([
  [{ karenina_template: 2, fields: [] }, "karenina_template: expected one of 1, found number 2"],
  [{ karenina_template: 1, fields: [], stategy: {} }, "stategy"],
  [
    { karenina_template: 1, fields: [{ name: "a", schema: {}, description: "d", verification: {} }] },
    "fields[0].verification.verify_with",
  ],
  [
    {
      karenina_template: 1,
      fields: [
        {
          name: "a",
          schema: { type: "string" },
          description: "d",
          verification: { verify_with: { type: "ExactMatch" } },
        },
      ],
    },
    'Field "a" of the template specification: expected ground_truth or conditional_ground_truth, found neither.',
  ],
])("%j is refused with its place", (spec, said) => {
  expect(() => templateFromSpec(spec)).toThrow(said);
});

test("the schema names every primitive with its parameters and their defaults", () => {
  const text = JSON.stringify(templateSpecSchema());
  for (const { type } of primitives) expect(text).toContain(`"const":"${type}"`);
  expect(text).toContain('"min_overlap"');
  expect(text).toContain('"default":["lowercase","strip"]');
});
