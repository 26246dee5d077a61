import { describe, expect, test } from "vitest";
import * as z from "zod";
import type { JsonObject, JsonValue } from "../../base/index.ts";
import { dynamicRubric, rubric } from "../define-rubric.ts";
import { agenticTrait } from "../kinds/agentic/author.ts";
import { callableTrait } from "../kinds/callable/author.ts";
import type { RubricTrait } from "../kinds/list.ts";
import { llmTrait } from "../kinds/llm/author.ts";
import { metricTrait } from "../kinds/metric/author.ts";
import { regexTrait } from "../kinds/regex/author.ts";
import { emptyRubric, rubricFromTraits } from "../rubric.ts";
import { ratingNode } from "../testing/rating-node.ts";
import { invalidInput } from "../testing/tools.ts";
import { ratingsFromTraits } from "./ratings-from-traits.ts";
import { traitsFromRatings } from "./traits-from-ratings.ts";

const write = (trait: RubricTrait): JsonObject => {
  const [node] = ratingsFromTraits({ rubric: rubric([trait]) }, "global");
  if (node === undefined) throw new Error("nothing was written");
  return node;
};

/** A node's head, and its properties as pairs. */
const shown = (node: JsonObject) => ({
  type: node.additionalType,
  best: node.bestRating,
  worst: node.worstRating,
  properties: (Array.isArray(node.additionalProperty) ? node.additionalProperty : []).map(
    ({ name, value }: { name: string; value?: JsonValue }) => [name, value],
  ),
});

describe("new nodes", () => {
  const judgment = [
    ["deep_judgment_enabled", false],
    ["deep_judgment_excerpt_enabled", true],
    ["deep_judgment_search_enabled", false],
  ];

  test("LLM boolean, whole", () => {
    expect(write(llmTrait({ name: "ok", description: "d", kind: "boolean" }))).toEqual({
      "@type": "Rating",
      name: "ok",
      description: "d",
      bestRating: 1,
      worstRating: 0,
      additionalType: "karenina:GlobalRubricTrait",
      additionalProperty: [...judgment, ["higher_is_better", true]].map(([name, value]) => ({
        "@type": "PropertyValue",
        name,
        value,
      })),
    });
  });

  test("LLM score, literal and template", () => {
    expect(shown(write(llmTrait({ name: "s", summary: "x", kind: "score" })))).toEqual({
      type: "karenina:GlobalRubricTrait",
      best: 5,
      worst: 1,
      properties: [
        ...judgment,
        ["higher_is_better", true],
        ["summary", "x"],
        ["min_score", 1],
        ["max_score", 5],
      ],
    });
    expect(
      shown(write(llmTrait({ name: "l", kind: "literal", classes: { a: "x", b: "y", c: "z" } }))),
    ).toEqual({
      type: "karenina:GlobalLLMRubricTrait",
      best: 2,
      worst: 0,
      properties: [
        ...judgment,
        ["higher_is_better", true],
        ["min_score", 0],
        ["max_score", 2],
        ["kind", "literal"],
        ["classes", { a: "x", b: "y", c: "z" }],
      ],
    });
    expect(shown(write(llmTrait({ name: "t", kind: z.object({ n: z.int() }) })))).toMatchObject({
      type: "karenina:GlobalLLMRubricTrait",
      best: 0,
      worst: 0,
      properties: [...judgment, ["higher_is_better", undefined], ["kind", { type: "template" }]],
    });
  });

  test("regex, callable, metric and agentic", () => {
    expect(shown(write(regexTrait({ name: "r", pattern: "x" })))).toEqual({
      type: "karenina:GlobalRegexTrait",
      best: 1,
      worst: 0,
      properties: [
        ["pattern", "x"],
        ["case_sensitive", true],
        ["invert_result", false],
        ["higher_is_better", true],
      ],
    });
    const score = callableTrait({
      name: "c",
      kind: "score",
      minScore: 0,
      maxScore: 9,
      evaluate: (text) => text.length,
    });
    expect(shown(write(score))).toEqual({
      type: "karenina:GlobalCallableTrait",
      best: 9,
      worst: 0,
      properties: [
        ["callable_source", "export default (text) => text.length;\n"],
        ["callable_language", "TypeScript"],
        ["kind", "score"],
        ["invert_result", false],
        ["higher_is_better", true],
        ["min_score", 0],
        ["max_score", 9],
      ],
    });
    expect(shown(write(metricTrait({ name: "m", metrics: ["f1"], tpInstructions: ["a"] })))).toEqual({
      type: "karenina:GlobalMetricRubricTrait",
      best: 1,
      worst: 0,
      properties: [
        ["metrics", ["f1"]],
        ["repeated_extraction", true],
        ["evaluation_mode", "tp_only"],
        ["higher_is_better", undefined],
        ["tp_instructions", ["a"]],
      ],
    });
    expect(shown(write(agenticTrait({ name: "a", description: "d", kind: "score" })))).toMatchObject({
      type: "karenina:GlobalAgenticRubricTrait",
      best: 5,
      worst: 1,
      properties: [
        ["kind", "score"],
        ["higher_is_better", true],
        ["context_mode", "trace_and_workspace"],
        ["materialize_trace", false],
        ["persist_trace", false],
        ["max_turns", 15],
        ["timeout_seconds", 120],
        ["min_score", 1],
        ["max_score", 5],
      ],
    });
  });

  test("dynamic traits stand behind the static ones and say what they are", () => {
    const traits = {
      rubric: rubric([regexTrait({ name: "r", pattern: "x" })]),
      dynamicRubric: dynamicRubric([llmTrait({ name: "d", summary: "s", kind: "boolean" })]),
    };
    const nodes = ratingsFromTraits(traits, "question");
    expect(nodes.map(({ additionalType }) => additionalType)).toEqual([
      "karenina:QuestionSpecificRegexTrait",
      "karenina:QuestionSpecificDynamicRubricTrait",
    ]);
    expect(nodes[1]?.additionalProperty).toContainEqual({
      "@type": "PropertyValue",
      name: "dynamic_trait_type",
      value: "llm",
    });
  });

  test("a function is written as the source it can be run from; one without source is refused", () => {
    const source = (evaluate: (text: string) => boolean) =>
      traitsFromRatings([write(callableTrait({ name: "c", kind: "boolean", evaluate }))], "global").rubric
        .callableTraits[0]?.code;
    const methods = {
      short(text: string) {
        return text.length < 3;
      },
    };
    expect(source(methods.short)).toMatchObject({
      text: expect.stringMatching(/^export default \(\{ short\(text\s*\) \{[\s\S]*\}\)\.short;\n$/),
    });
    expect(
      source(function named(text) {
        return text === "";
      }),
    ).toMatchObject({ text: expect.stringMatching(/^export default function named/) });
    expect(invalidInput(() => source(methods.short.bind(methods)))).toContain(
      'Callable trait "c": its function cannot be written',
    );
  });
});

describe("nodes that were there", () => {
  const node = ratingNode(
    "RubricTrait",
    { "x:own": 7, min_score: 0, max_score: 3, summary: "old" },
    { bestRating: 3, "x:key": { a: 1 } },
  );
  const { llmTraits } = traitsFromRatings([node], "question").rubric;
  const change = (fields: object) =>
    ratingsFromTraits(
      { rubric: rubricFromTraits(llmTraits.map((trait) => ({ ...trait, ...fields }))) },
      "question",
      [node],
    )[0];

  test("an unchanged one is the same object", () => {
    expect(change({})).toBe(node);
    expect(change({ summary: "old" })).toBe(node);
  });

  test("a change touches only what it names", () => {
    expect(change({ summary: "new" })).toEqual(
      ratingNode(
        "RubricTrait",
        { "x:own": 7, min_score: 0, max_score: 3, summary: "new" },
        { bestRating: 3, "x:key": { a: 1 } },
      ),
    );
    expect(change({ maxScore: 4, summary: null, description: null })).toEqual({
      ...Object.fromEntries(
        Object.entries(
          ratingNode(
            "RubricTrait",
            { "x:own": 7, min_score: 0, max_score: 4 },
            { bestRating: 4, "x:key": { a: 1 } },
          ),
        ).filter(([key]) => key !== "description"),
      ),
    });
  });

  test("what is new stands where a new node would have it", () => {
    const bare = ratingNode("RubricTrait", { higher_is_better: true, "x:own": 7 }, { description: null });
    const { description: _none, ...given } = bare;
    const [trait] = traitsFromRatings([given], "question").rubric.llmTraits;
    if (trait === undefined) throw new Error("the node was not read");
    const changed = { ...trait, description: "d", summary: "s", includeGroundTruth: true };
    const [written = {}] = ratingsFromTraits({ rubric: rubric([changed]) }, "question", [given]);
    expect(Object.keys(written).slice(0, 4)).toEqual(["@type", "name", "description", "bestRating"]);
    expect(shown(written).properties.map(([name]) => name)).toEqual([
      "include_ground_truth",
      "higher_is_better",
      "summary",
      "x:own",
    ]);
  });

  test("where defaults no longer say what is meant, everything is stated", () => {
    const odd = ratingNode("RubricTrait", { kind: "score", min_score: 0, max_score: 1 }, { bestRating: 7 });
    const [trait] = traitsFromRatings([odd], "question").rubric.llmTraits;
    if (trait === undefined) throw new Error("the node was not read");
    const boolean = llmTrait({ ...trait, kind: "boolean" });
    const nodes = ratingsFromTraits({ rubric: rubric([boolean]) }, "question", [odd]);
    expect(traitsFromRatings(nodes, "question").rubric.llmTraits).toEqual([boolean]);
  });

  test("the order of classes is a change, too", () => {
    const literal = ratingNode("LLMRubricTrait", { kind: "literal", classes: { a: "x", b: "y" } });
    const [trait] = traitsFromRatings([literal], "question").rubric.llmTraits;
    if (trait === undefined) throw new Error("the node was not read");
    const turned = { ...trait, classes: [...(trait.classes ?? [])].reverse() };
    const nodes = ratingsFromTraits({ rubric: rubricFromTraits([turned]) }, "question", [literal]);
    expect(traitsFromRatings(nodes, "question").rubric.llmTraits[0]?.classes).toEqual(turned.classes);
  });

  test("a removed trait leaves, one this version cannot use stays, a new one follows its neighbour", () => {
    const named = (name: string, term = "RegexTrait") => ratingNode(term, { pattern: name }, { name });
    const strange = ratingNode("RegexTrait", { pattern: "x" }, { name: "" });
    const nodes = [named("a"), strange, named("b"), named("c")];
    const [a, , c] = traitsFromRatings(nodes, "question").rubric.regexTraits;
    if (a === undefined || c === undefined) throw new Error("the nodes were not read");
    const wanted = rubric([
      a,
      regexTrait({ name: "n", pattern: "x" }),
      c,
      llmTrait({ name: "l", kind: "boolean" }),
    ]);
    const written = ratingsFromTraits({ rubric: wanted }, "question", nodes);
    expect(written.map((one) => (one === strange ? "strange" : one.name))).toEqual([
      "a",
      "n",
      "strange",
      "c",
      "l",
    ]);
  });

  test("a family that is not given stays as it is, an empty one leaves", () => {
    const dynamic = ratingNode("DynamicRubricTrait", {});
    expect(ratingsFromTraits({ rubric: emptyRubric }, "question", [node, dynamic])).toEqual([dynamic]);
    expect(ratingsFromTraits({ dynamicRubric: emptyRubric }, "question", [node, dynamic])).toEqual([node]);
  });
});
