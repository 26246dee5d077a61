import { expect, test } from "vitest";
import * as z from "zod";
import {
  type AnswerTemplate,
  allOf,
  answerTemplate,
  anyOf,
  conditionalGroundTruth,
  exactMatch,
  extracted,
  literalMatch,
  numericTolerance,
  setContainment,
  templateSource,
  verified,
} from "./index.ts";

const target = verified(z.string(), {
  description: "the target",
  groundTruth: "BCL2",
  verifyWith: exactMatch(),
});

test("source reads like an author's", () => {
  const template = answerTemplate(
    {
      target: verified(z.string().min(1), {
        description: 'The protein the answer names as the "direct" target',
        groundTruth: "BCL2",
        verifyWith: exactMatch({ normalize: ["lowercase", { mapping: { "bcl-2": "bcl2" } }] }),
        weight: 2,
        extractionHint: "the abstract says it",
      }),
      drugs: verified(z.array(z.string()), {
        description: "Drugs",
        groundTruth: ["a"],
        verifyWith: setContainment({ mode: "subset" }),
      }),
      action: verified(z.enum(["refer", "observe"]), {
        description: "What to do",
        groundTruth: conditionalGroundTruth({
          source: "node_results.triage.severity",
          cases: { high: { value: "refer", verifyWith: literalMatch() } },
          default: { value: "observe" },
        }),
        verifyWith: literalMatch(),
      }),
      trial: extracted(
        z.object({
          id: z.string().optional(),
          size: z.int().min(0).nullable(),
          open: z.boolean().default(true),
        }),
        { description: "The trial" },
      ),
    },
    {
      name: "TargetAnswer",
      strategy: allOf(["target", anyOf(["drugs", "action"])]),
      regex: { cites: { pattern: String.raw`\[\d+\]`, expected: 2, matchType: "count" } },
      verify: ({ target }, { response }) => target !== null && response.length > 3,
    },
  );
  expect(templateSource(template)).toMatchInlineSnapshot(`
    "import * as z from "zod";
    import {
      allOf,
      answerTemplate,
      anyOf,
      conditionalGroundTruth,
      exactMatch,
      extracted,
      literalMatch,
      setContainment,
      verified,
    } from "karenina";

    export default answerTemplate({
      target: verified(z.string().min(1), {
        description: "The protein the answer names as the \\"direct\\" target",
        groundTruth: "BCL2",
        verifyWith: exactMatch({ normalize: ["lowercase", { mapping: { "bcl-2": "bcl2" } }] }),
        weight: 2,
        extractionHint: "the abstract says it",
      }),
      drugs: verified(z.array(z.string()), {
        description: "Drugs",
        groundTruth: ["a"],
        verifyWith: setContainment({ mode: "subset" }),
      }),
      action: verified(z.enum(["refer", "observe"]), {
        description: "What to do",
        groundTruth: conditionalGroundTruth({
          source: "node_results.triage.severity",
          cases: { high: { value: "refer", verifyWith: literalMatch() } },
          default: { value: "observe" },
        }),
        verifyWith: literalMatch(),
      }),
      trial: extracted(z.object({ id: z.string().optional(), size: z.int().min(0).nullable(), open: z.boolean().default(true) }), {
        description: "The trial",
      }),
    }, {
      name: "TargetAnswer",
      strategy: allOf(["target", anyOf(["drugs", "action"])]),
      regex: { cites: { pattern: "\\\\[\\\\d+\\\\]", expected: 2, matchType: "count" } },
      verify: ({ target }, { response }) => target !== null && response.length > 3,
    });
    "
  `);
});

test("methods keep their form, other functions become expressions", () => {
  const source = templateSource(
    answerTemplate(
      { target },
      {
        async verify({ target: found }) {
          return found === "x";
        },
        verifyGranular: function half() {
          return 0.5;
        },
      },
    ),
  );
  expect(source).toMatch(/\n {2}async verify\(\{ target: found \}\) \{\n/);
  expect(source).toMatch(/\n {2}verifyGranular: function half\(\) \{\n/);
});

test("a method of another name is written as a member of an object", () => {
  const checks = {
    passes() {
      return true;
    },
  };
  expect(templateSource(answerTemplate({ target }, { verify: checks.passes }))).toMatch(
    /verify: \(\{ passes\(\) \{[\s\S]*\}\)\.passes,/,
  );
});

test("keys that JavaScript reads in its own way are written so that they stay keys", () => {
  const cases = JSON.parse('{ "a b": { "value": "1" }, "__proto__": { "value": "2" } }');
  const template = answerTemplate({ target });
  const groundTruth = { conditional: true, source: "a", cases, default: { value: "3" } } as const;
  const fields = template.fields.map((field) => ({
    ...field,
    verification: { groundTruth, verifyWith: exactMatch(), weight: 1 },
  }));
  expect(templateSource({ ...template, fields })).toMatch(
    /"a b": \{ value: "1" \},\s+\["__proto__"\]: \{ value: "2" \}/,
  );
});

test.each<[string, AnswerTemplate]>([
  ["bound functions", answerTemplate({ target }, { verify: (() => true).bind(null) })],
  ["native functions", answerTemplate({ target }, { verify: Boolean as never })],
  [
    "types that contain themselves",
    answerTemplate({ target, tree: extracted(tree(), { description: "tree" }) }),
  ],
])("%s cannot be written", (_name, template) => {
  expect(() => templateSource(template)).toThrow(expect.objectContaining({ code: "template_invalid" }));
});

function tree() {
  const Node = z.object({
    get children() {
      return z.array(Node);
    },
  });
  return Node;
}

test("parameters of a primitive are written with it", () => {
  const dose = verified(z.number(), {
    description: "d",
    groundTruth: 5,
    verifyWith: numericTolerance({ tolerance: 0.1, mode: "absolute" }),
  });
  expect(templateSource(answerTemplate({ dose }))).toContain(
    'verifyWith: numericTolerance({ tolerance: 0.1, mode: "absolute" })',
  );
});
