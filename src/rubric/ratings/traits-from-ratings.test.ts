import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { allTraits } from "../rubric.ts";
import { rubricProblems, traitObstacle } from "../rubric-problems.ts";
import { ratingNode } from "../testing/rating-node.ts";
import { ratingsFromTraits } from "./ratings-from-traits.ts";
import { traitsFromRatings } from "./traits-from-ratings.ts";

const read = (...nodes: readonly JsonObject[]) => traitsFromRatings(nodes, "question");
const traitOf = (node: JsonObject) => {
  const { rubric } = read(node);
  return allTraits(rubric)[0];
};

const texts = { name: "tone", description: "the criteria", summary: null };

describe("defaults of properties that are absent", () => {
  test("LLM boolean", () => {
    expect(traitOf(ratingNode("RubricTrait"))).toEqual({
      ...texts,
      type: "llm",
      kind: "boolean",
      minScore: null,
      maxScore: null,
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

  test("LLM score: the range comes from min_score and max_score, else 1 to 5", () => {
    const legacy = ratingNode("RubricTrait", {}, { bestRating: 3, worstRating: 0 });
    expect(traitOf(legacy)).toMatchObject({ kind: "score", minScore: 1, maxScore: 5 });
    expect(read(legacy).warnings).toEqual([
      { path: "[0].bestRating", message: expect.stringContaining("from 1 to 5, not from 0 to 3") },
    ]);
    const stated = ratingNode("RubricTrait", { min_score: 0, max_score: 3 }, { bestRating: 3 });
    expect(traitOf(stated)).toMatchObject({ kind: "score", minScore: 0, maxScore: 3 });
    expect(read(stated).warnings).toEqual([]);
  });

  test("regex", () => {
    expect(traitOf(ratingNode("RegexTrait", { pattern: "x" }))).toEqual({
      ...texts,
      type: "regex",
      pattern: "x",
      caseSensitive: true,
      invertResult: false,
      higherIsBetter: true,
    });
  });

  test("callable", () => {
    expect(traitOf(ratingNode("CallableTrait"))).toEqual({
      ...texts,
      type: "callable",
      kind: "boolean",
      code: { kind: "pickle", base64: "" },
      minScore: null,
      maxScore: null,
      invertResult: false,
      classes: null,
      higherIsBetter: true,
    });
  });

  test("metric", () => {
    const node = ratingNode("MetricRubricTrait", { metrics: ["recall"], tp_instructions: ["a"] });
    expect(traitOf(node)).toEqual({
      ...texts,
      type: "metric",
      evaluationMode: "tp_only",
      metrics: ["recall"],
      tpInstructions: ["a"],
      tnInstructions: [],
      repeatedExtraction: true,
      higherIsBetter: null,
    });
  });

  test("agentic", () => {
    expect(traitOf(ratingNode("AgenticRubricTrait", { kind: "score" }))).toEqual({
      ...texts,
      type: "agentic",
      kind: "score",
      higherIsBetter: true,
      minScore: 1,
      maxScore: 5,
      classes: null,
      contextMode: "trace_and_workspace",
      materializeTrace: false,
      persistTrace: false,
      maxTurns: 15,
      timeoutSeconds: 120,
      modelOverride: null,
    });
  });
});

test("a trait as the older system writes it", () => {
  const node = ratingNode(
    "LLMRubricTrait",
    {
      deep_judgment_enabled: true,
      deep_judgment_excerpt_enabled: false,
      deep_judgment_search_enabled: true,
      deep_judgment_max_excerpts: 3,
      deep_judgment_fuzzy_match_threshold: 0.7,
      deep_judgment_excerpt_retry_attempts: 0,
      higher_is_better: null,
      summary: "tone of voice",
      min_score: 0,
      max_score: 1,
      kind: "literal",
      classes: { formal: "x", casual: "y" },
    },
    { bestRating: 1, worstRating: 0 },
  );
  expect(traitOf(node)).toMatchObject({
    kind: "literal",
    summary: "tone of voice",
    higherIsBetter: null,
    classes: [
      { name: "formal", description: "x" },
      { name: "casual", description: "y" },
    ],
    deepJudgmentEnabled: true,
    deepJudgmentExcerptEnabled: false,
    deepJudgmentSearchEnabled: true,
    deepJudgmentMaxExcerpts: 3,
    deepJudgmentFuzzyMatchThreshold: 0.7,
    deepJudgmentExcerptRetryAttempts: 0,
  });
});

test("lists and objects are also read from JSON text; classes keep the order of the text", () => {
  const metric = { metrics: '["f1"]', tp_instructions: '["a", "b"]', tn_instructions: "[]" };
  expect(traitOf(ratingNode("MetricRubricTrait", metric))).toMatchObject({
    metrics: ["f1"],
    tpInstructions: ["a", "b"],
  });
  const literal = { kind: "literal", classes: '{"10": "x", "2": "a \\"b\\": c", "é": "z"}' };
  const read = traitOf(ratingNode("LLMRubricTrait", literal));
  expect(read).toMatchObject({
    classes: [{ name: "10" }, { name: "2", description: 'a "b": c' }, { name: "é" }],
  });
});

test("a template is without direction, range and deep judgment, whatever its node says", () => {
  const schema = {
    type: "object",
    properties: { n: { anyOf: [{ type: "integer" }, { type: "null" }], default: null } },
  };
  const stored = {
    kind: { type: "template", schema },
    higher_is_better: true,
    deep_judgment_enabled: true,
    min_score: 1,
  };
  expect(traitOf(ratingNode("LLMRubricTrait", stored, { bestRating: 0 }))).toMatchObject({
    kind: { type: "template", schema },
    higherIsBetter: null,
    deepJudgmentEnabled: false,
    minScore: null,
  });
});

test("Python code is kept byte for byte and reported as not readable; our own source is read", () => {
  const pickle = ratingNode("CallableTrait", { callable_code: "gASVAA==", kind: "score" });
  expect(traitOf(pickle)).toMatchObject({ code: { kind: "pickle", base64: "gASVAA==" }, minScore: null });
  expect(read(pickle).warnings).toEqual([
    { path: "[0].additionalProperty[0].value", message: expect.stringContaining("pickled Python function") },
  ]);
  const source = { callable_source: "export default () => true;", callable_language: "TypeScript" };
  expect(traitOf(ratingNode("CallableTrait", source))).toMatchObject({
    code: { kind: "source", text: "export default () => true;", language: "TypeScript" },
  });
});

describe("dynamic traits", () => {
  const dynamic = (tag: string | undefined, more: JsonObject = {}) =>
    ratingNode("DynamicRubricTrait", { ...more, ...(tag === undefined ? {} : { dynamic_trait_type: tag }) });

  test("the tag says what they are; without one they are LLM traits", () => {
    const { rubric, dynamicRubric } = read(
      dynamic("regex", { pattern: "a" }),
      { ...dynamic(undefined), name: "depth" },
      ratingNode("RegexTrait", { pattern: "b" }),
    );
    expect(dynamicRubric).toMatchObject({
      regexTraits: [{ pattern: "a" }],
      llmTraits: [{ kind: "boolean" }],
    });
    expect(allTraits(rubric)).toHaveLength(1);
  });

  test("one with an unknown tag cannot be judged; a missing summary is worth knowing", () => {
    const { dynamicRubric, warnings } = read(dynamic("quantum"), { ...dynamic("llm"), name: "other" });
    expect(allTraits(dynamicRubric)).toMatchObject([
      { name: "tone", unusable: { reason: expect.stringContaining("quantum") } },
      { name: "other" },
    ]);
    expect(warnings.map(({ path }) => path)).toEqual([
      "[0].additionalProperty[0].value",
      "[1].additionalProperty",
    ]);
  });

  test("one with neither summary nor description is kept and cannot be judged", () => {
    const node = ratingNode("DynamicRubricTrait", {}, { description: null });
    const { dynamicRubric, warnings } = read(node);
    expect(warnings).toEqual([
      {
        path: "[0].additionalProperty",
        message: expect.stringContaining("expected a summary or a description"),
      },
    ]);
    expect(allTraits(dynamicRubric)).toMatchObject([{ name: "tone", unusable: { node } }]);
  });
});

const twice = (term: string, name: string, ...values: readonly [string, string]) =>
  ratingNode(
    term,
    {},
    { additionalProperty: values.map((value) => ({ "@type": "PropertyValue", name, value })) },
  );

describe("a trait that cannot be judged is kept as it stands and named with its place", () => {
  test.for([
    [ratingNode("RegexTrait", { case_sensitive: true, pattern: "(" }), "[0].additionalProperty[1].value"],
    [ratingNode("RegexTrait", { case_sensitive: "x", pattern: "x" }), "[0].additionalProperty[0].value"],
    [ratingNode("RegexTrait", { pattern: "x" }, { name: "a.b" }), "[0].name"],
    [ratingNode("RegexTrait"), "[0].additionalProperty"],
    [ratingNode("RegexTrait", { pattern: null }), "[0].additionalProperty[0]"],
    [ratingNode("RegexTrait", { pattern: "" }), "[0].additionalProperty[0].value"],
    [twice("RegexTrait", "pattern", "BCL", "bcl"), "[0].additionalProperty[1].value"],
    [twice("DynamicRubricTrait", "dynamic_trait_type", "regex", "llm"), "[0].additionalProperty[1].value"],
    [ratingNode("LLMRubricTrait", { kind: "literal" }), "[0].additionalProperty"],
    [ratingNode("LLMRubricTrait", { kind: "grade" }), "[0].additionalProperty[0].value"],
    [
      ratingNode("MetricRubricTrait", { metrics: ["f2"], tp_instructions: ["a"] }),
      "[0].additionalProperty[0].value",
    ],
    [ratingNode("MetricRubricTrait", { tp_instructions: ["a"] }), "[0].additionalProperty"],
    [ratingNode("AgenticRubricTrait", {}, { description: null }), "[0].description"],
    [ratingNode("AgenticRubricTrait", { max_turns: 0 }), "[0].additionalProperty[0].value"],
    [
      ratingNode("CallableTrait", { callable_source: "x", callable_language: "Lua" }),
      "[0].additionalProperty[0].value",
    ],
    [ratingNode("RubricTrait", {}, { additionalType: "karenina:GlobalMood" }), "[0].additionalType"],
    [
      ratingNode("RubricTrait", {}, { additionalType: "karenina:MoodDynamicRubricTrait" }),
      "[0].additionalType",
    ],
    [ratingNode("RubricTrait", {}, { additionalType: 5 }), "[0].additionalType"],
    [ratingNode("RubricTrait", {}, { bestRating: "one" }), "[0].bestRating"],
    [ratingNode("RubricTrait", {}, { "@type": "Thing" }), "[0].@type"],
    [ratingNode("RubricTrait", {}, { description: 5 }), "[0].description"],
    [ratingNode("RubricTrait", {}, { additionalProperty: "none" }), "[0].additionalProperty"],
    [ratingNode("RubricTrait", {}, { additionalProperty: [{ value: 1 }] }), "[0].additionalProperty"],
  ] as const)("%#: %s", ([node, path]) => {
    const { warnings, rubric, dynamicRubric } = read(node);
    const message = expect.stringMatching(/expected|pattern|expression/);
    expect(warnings).toEqual([{ path, message }]);
    const [trait, ...others] = [...allTraits(rubric), ...allTraits(dynamicRubric)];
    expect(others).toEqual([]);
    expect(trait).toMatchObject({ name: node.name, unusable: { node } });
    expect(trait && traitObstacle(trait)).toMatch(/expected|pattern|expression/);
    expect(rubricProblems(rubric)).toEqual([]);
    expect(ratingsFromTraits({ rubric, dynamicRubric }, "question", [node])).toEqual([node]);
    expect(ratingsFromTraits({ rubric, dynamicRubric }, "question")).toEqual([node]);
  });

  test("a name that stands twice, whatever the types: the first stands for all, and none is judged", () => {
    const nodes = [
      ratingNode("RubricTrait"),
      ratingNode("RegexTrait", { pattern: "x" }),
      ratingNode("RubricTrait", {}, { name: "x" }),
    ];
    const { rubric, warnings } = read(...nodes);
    const message = (other: string) =>
      `name: expected a name of its own, found "tone", which ${other} has, too`;
    expect(warnings).toEqual([
      { path: "[0].name", message: message("[1]"), inFileOnly: true },
      { path: "[1].name", message: message("[0]"), inFileOnly: true },
    ]);
    expect(allTraits(rubric)).toMatchObject([{ name: "tone", unusable: {} }, { name: "x" }]);
    expect(ratingsFromTraits({ rubric }, "question", nodes)).toEqual(nodes);
  });
});

describe("a node that is kept and is no trait where it stands", () => {
  test("has no name", () => {
    const node = ratingNode("RegexTrait", { pattern: "x" }, { name: "" });
    const { warnings, rubric } = read(node, {});
    const message = expect.stringMatching(/^expected a name, found .*; kept, not used$/);
    expect(warnings).toEqual([
      { path: "[0].name", message, inFileOnly: true },
      { path: "[1].name", message, inFileOnly: true },
    ]);
    expect(allTraits(rubric)).toEqual([]);
    expect(ratingsFromTraits({ rubric }, "question", [node])).toEqual([node]);
  });

  test("a question's type in the benchmark cannot be judged; a global one on a question is not used", () => {
    const stray = ratingNode("RubricTrait");
    const { rubric } = traitsFromRatings([stray], "global");
    expect(allTraits(rubric)).toMatchObject([{ name: "tone", unusable: { node: stray } }]);
    expect(ratingsFromTraits({ rubric }, "global", [stray])).toEqual([stray]);
    const global = ratingNode("RubricTrait", {}, { additionalType: "karenina:GlobalRubricTrait" });
    expect(read(global)).toMatchObject({ warnings: [{ path: "[0].additionalType" }] });
    expect(allTraits(read(global).rubric)).toEqual([]);
  });
});
