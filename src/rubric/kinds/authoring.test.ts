import { describe, expect, test } from "vitest";
import * as z from "zod";
import { dynamicRubric, rubric } from "../define-rubric.ts";
import { invalidInput } from "../testing/tools.ts";
import { agenticTrait } from "./agentic/author.ts";
import { callableTrait } from "./callable/author.ts";
import { llmTrait } from "./llm/author.ts";
import { metricTrait } from "./metric/author.ts";
import { regexTrait } from "./regex/author.ts";

const classes = { formal: "No contractions", casual: "Spoken language" };
const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`c${index}`, "x"]));

describe("LLM traits", () => {
  test("defaults are filled in", () => {
    expect(llmTrait({ name: "clarity", kind: "score" })).toEqual({
      type: "llm",
      name: "clarity",
      description: null,
      summary: null,
      kind: "score",
      minScore: 1,
      maxScore: 5,
      classes: null,
      deepJudgmentEnabled: false,
      deepJudgmentExcerptEnabled: true,
      deepJudgmentMaxExcerpts: null,
      deepJudgmentFuzzyMatchThreshold: null,
      deepJudgmentExcerptRetryAttempts: null,
      deepJudgmentSearchEnabled: false,
      includeGroundTruth: false,
      higherIsBetter: true,
    });
  });

  test("the kind settles the range: of literals by the classes, of booleans none", () => {
    expect(llmTrait({ name: "tone", kind: "literal", classes })).toMatchObject({
      classes: [
        { name: "formal", description: "No contractions" },
        { name: "casual", description: "Spoken language" },
      ],
      minScore: 0,
      maxScore: 1,
    });
    expect(llmTrait({ name: "ok", kind: "boolean" })).toMatchObject({ minScore: null, maxScore: null });
  });

  test("a zod object becomes its JSON Schema", () => {
    const shape = {
      count: z.int().min(0).describe("how many"),
      score: z.number(),
      sources: z.array(z.string()),
      note: z.string().nullable().default(null),
      flag: z.boolean().default(false),
    };
    expect(llmTrait({ name: "t", kind: z.object(shape) })).toMatchObject({
      higherIsBetter: null,
      kind: {
        type: "template",
        schema: {
          type: "object",
          properties: {
            count: { type: "integer", minimum: 0, description: "how many" },
            score: { type: "number" },
            sources: { type: "array", items: { type: "string" } },
            note: { anyOf: [{ type: "string" }, { type: "null" }], default: null },
            flag: { type: "boolean", default: false },
          },
          required: ["count", "score", "sources"],
        },
      },
    });
  });

  const unfit = { name: "t", higherIsBetter: null };
  test.for([
    [{ name: "", kind: "boolean" }, "name: expected non-empty text"],
    [{ name: "a.b", kind: "boolean" }, 'name: expected a name without "."'],
    [
      { name: "t", kind: "grade" },
      'kind: expected "boolean", "score", "literal", or an object, found "grade"',
    ],
    [
      { name: "t", kind: "score", minScore: 5, maxScore: 5 },
      "minScore: expected less than maxScore, found 5",
    ],
    [{ name: "t", kind: "score", minScore: 0.5 }, "minScore: expected a whole number, found 0.5"],
    [{ name: "t", kind: "score", classes }, "classes: expected none: only a literal trait has classes"],
    [{ name: "t", kind: "literal" }, "classes: expected classes, found none"],
    [{ name: "t", kind: "literal", classes: { a: "x" } }, "classes: expected 2 to 20 classes, found 1"],
    [{ name: "t", kind: "literal", classes: many }, "classes: expected 2 to 20 classes, found 21"],
    [{ name: "t", kind: "literal", classes: { a: "x", A: "y" } }, 'classes: the class "A" is there twice'],
    [
      { name: "t", kind: "literal", classes: { a: "x", b: " " } },
      'classes: class "b" has a blank description',
    ],
    [{ name: "t", kind: "literal", classes: { " ": "x", b: "y" } }, "classes: class 1 has a blank name"],
    [{ name: "t", kind: "literal", classes: { b: "x", 1: "y" } }, 'classes: "1" would lose its place'],
    [
      { name: "t", kind: "boolean", deepJudgmentFuzzyMatchThreshold: 80 },
      "deepJudgmentFuzzyMatchThreshold: expected at most 1",
    ],
    [{ name: "t", kind: "boolean", higher: true }, 'the trait: expected no "higher"'],
    [
      { ...unfit, kind: z.object({ a: z.string() }), deepJudgmentEnabled: true },
      "deepJudgmentEnabled: expected false",
    ],
    [{ name: "t", kind: z.object({ a: z.string() }), higherIsBetter: true }, "higherIsBetter: expected null"],
    [{ ...unfit, kind: z.object({}) }, "kind: expected an object with at least one field"],
    [{ ...unfit, kind: z.string() }, "kind: expected an object with at least one field"],
    [
      { ...unfit, kind: z.object({ a: z.object({ b: z.string() }) }) },
      'kind: field "a": expected text, a number',
    ],
    [{ ...unfit, kind: z.object({ a: z.enum(["x", "y"]) }) }, 'kind: field "a": expected text, a number'],
    [
      { ...unfit, kind: z.object({ a: z.record(z.string(), z.int()) }) },
      'kind: field "a": expected text, a number',
    ],
    [
      { ...unfit, kind: z.object({ a: z.union([z.string(), z.int()]) }) },
      'kind: field "a": expected text, a number',
    ],
    [{ ...unfit, kind: z.object({ a: z.date() }) }, "kind: JSON Schema cannot carry this type"],
    [
      { ...unfit, kind: z.object({ a: z.string().refine(() => true) }) },
      "kind: JSON Schema cannot carry refine()",
    ],
    [
      { ...unfit, kind: z.object({ a: z.string().optional() }) },
      'kind: field "a": an optional field needs a default',
    ],
    [
      { ...unfit, kind: z.object({ a: z.int().nullable() }) },
      'kind: field "a": an optional field needs a default',
    ],
  ] as const)("%o: %s", ([input, message]) => {
    const name = JSON.stringify(input.name);
    // The compiler refuses most of these already.
    expect(invalidInput(() => llmTrait(input as never))).toContain(`LLM trait ${name}, ${message}`);
  });

  test("all problems are listed together", () => {
    const input = { name: "", kind: "score", minScore: 3, maxScore: "x" };
    const message = invalidInput(() => llmTrait(input as never));
    expect(message).toContain("- name: ");
    expect(message).toContain("- maxScore: expected a number");
  });
});

test.for([
  ["(", "pattern: "],
  ["", "pattern: expected a pattern, found an empty one"],
  ["a**", "pattern: "],
] as const)("the pattern %j does not compile", ([pattern, message]) => {
  expect(invalidInput(() => regexTrait({ name: "r", pattern }))).toContain(`Regex trait "r", ${message}`);
});

const evaluate = () => true;
test.for([
  [{ kind: "boolean" }, "code.evaluate: expected a function"],
  [
    { kind: "boolean", evaluate: (_a: string, _b: string) => true },
    "evaluate: expected a function of one parameter",
  ],
  [{ kind: "boolean", evaluate, minScore: 1 }, "minScore: expected none"],
  [{ kind: "score", evaluate, minScore: 1 }, "maxScore: expected a whole number, found nothing"],
  [{ kind: "score", evaluate, minScore: 2, maxScore: 1 }, "minScore: expected less than maxScore"],
  [{ kind: "score", evaluate, minScore: 1, maxScore: 2, invertResult: true }, "invertResult: expected false"],
  [{ kind: "literal", evaluate }, "classes: expected classes, found none"],
  [{ kind: "literal", evaluate, classes: { a: "x", A: "y" } }, "classes: the class"],
  [{ kind: { type: "template" }, evaluate }, "kind: expected"],
] as const)("callable %o: %s", ([input, message]) => {
  const text = invalidInput(() => callableTrait({ name: "c", ...input } as never));
  expect(text.replace("code: evaluate: ", "code.evaluate: ")).toContain(`Callable trait "c", ${message}`);
});

test.for([
  [{ metrics: [] }, "metrics: expected at least one metric"],
  [{ metrics: ["f2"] }, 'metrics: 0: expected "precision"'],
  [{ metrics: ["accuracy"] }, "metrics: accuracy needs true negatives"],
  [{ metrics: ["specificity"] }, "metrics: specificity needs true negatives"],
  [{ tpInstructions: [] }, "tpInstructions: expected at least one instruction"],
  [{ evaluationMode: "full_matrix" }, "tnInstructions: expected at least one instruction"],
] as const)("metric %o: %s", ([input, message]) => {
  const base = { name: "m", metrics: ["f1"], tpInstructions: ["a"] };
  expect(invalidInput(() => metricTrait({ ...base, ...input } as never))).toContain(
    `Metric trait "m", ${message}`,
  );
});

test.for([
  [{ description: "" }, "description: expected non-empty text"],
  [{ maxTurns: 0 }, "maxTurns: expected more than 0, found 0"],
  [{ timeoutSeconds: -1 }, "timeoutSeconds: expected more than 0"],
  [{ contextMode: "workspace_only", materializeTrace: true }, "materializeTrace: expected false"],
  [{ kind: "literal", classes: { a: "x" } }, "classes: expected 2 to 20 classes, found 1"],
  [
    { modelOverride: { endpoint_api_key: "secret" } },
    "modelOverride: endpoint_api_key would be written to the file",
  ],
] as const)("agentic %o: %s", ([input, message]) => {
  const base = { name: "a", description: "b", kind: "boolean" };
  const text = invalidInput(() => agenticTrait({ ...base, ...input } as never));
  expect(text).toContain(`Agentic trait "a", ${message}`);
  expect(text).not.toContain("secret");
});

test.for([
  "OPENAI_KEY=%s npx x",
  "GITHUB_PAT=%s npx x",
  "npx x --token %s",
  "https://host/%s/mcp",
  "https://host/mcp?access=%s",
  'https://host/mcp -H "X-Api-Key: %s"',
])(
  "a server of a trait's own model is refused where the trait is made, whatever key it holds: %s",
  (server) => {
    const key = "litZ9k2Qm47Xw81Vb3";
    const servers = { s: server.replace("%s", key) };
    const modelOverride = { model_name: "m", interface: "workspace_agent", mcp_urls_dict: servers };
    const text = invalidInput(() =>
      agenticTrait({ name: "a", description: "b", kind: "boolean", modelOverride }),
    );
    expect(text).toContain(
      'Agentic trait "a", modelOverride: mcp_urls_dict: a model that investigates has no',
    );
    expect(text).not.toContain(key);
  },
);

test("a rubric sorts its traits and refuses names that stand twice, whatever the types", () => {
  const cited = regexTrait({ name: "cited", pattern: "x" });
  const ok = llmTrait({ name: "ok", kind: "boolean" });
  expect(rubric([cited, ok])).toMatchObject({
    llmTraits: [{ name: "ok" }],
    regexTraits: [{ name: "cited" }],
  });
  expect(invalidInput(() => rubric([cited, { ...ok, name: "cited" }]))).toBe(
    'The rubric is not valid: the name "cited" is used by 2 traits (llm, regex)',
  );
  expect(invalidInput(() => rubric([{ ...ok, kind: "literal" }]))).toContain('LLM trait "ok", classes');
  const tone = llmTrait({ name: "tone", kind: "literal", classes });
  const wider = { ...tone, classes: [...(tone.classes ?? []), { name: "slang", description: "x" }] };
  expect(rubric([wider]).llmTraits[0]?.maxScore).toBe(2);
});

test("a dynamic trait says what it is about", () => {
  const trait = llmTrait({ name: "ok", kind: "boolean" });
  expect(invalidInput(() => dynamicRubric([trait]))).toContain(
    'LLM trait "ok", summary: expected a summary or a description',
  );
  expect(dynamicRubric([{ ...trait, description: "b" }]).llmTraits).toHaveLength(1);
});
