import { describe, expect, test } from "vitest";
import * as z from "zod";
import { wireCodec } from "../base/index.ts";
import { dynamicRubric, rubric } from "./define-rubric.ts";
import { mergeDynamicRubrics, resolveDynamicRubric } from "./dynamic/dynamic-rubric.ts";
import { filterTraits, unknownTraitNames } from "./filter-traits.ts";
import { agenticTrait } from "./kinds/agentic/author.ts";
import { callableTrait } from "./kinds/callable/author.ts";
import { llmTrait } from "./kinds/llm/author.ts";
import { metricTrait } from "./kinds/metric/author.ts";
import { regexTrait } from "./kinds/regex/author.ts";
import { mergedRubric, mergeRubrics } from "./merge-rubrics.ts";
import { allTraits, emptyRubric, isEmptyRubric, Rubric, rubricFromTraits } from "./rubric.ts";
import { traitObstacle } from "./rubric-problems.ts";
import { directionalities, maxScores, traitResultKeys } from "./scales.ts";
import { invalidInput } from "./testing/tools.ts";

const yes = (name: string) => llmTrait({ name, summary: name, kind: "boolean" });
const cites = (name: string) => regexTrait({ name, summary: name, pattern: "x" });
const agent = (name: string) =>
  agenticTrait({ name, description: "d", kind: "score", minScore: 0, maxScore: 10 });
const claims = llmTrait({ name: "claims", kind: z.object({ count: z.int(), note: z.string() }) });
const names = (made: Rubric) => allTraits(made).map(({ name }) => name);

describe("container", () => {
  test("traits are listed as llm, regex, callable, metric, agentic, whatever the order they came in", () => {
    const metric = metricTrait({ name: "m", metrics: ["f1"], tpInstructions: ["a"] });
    const callable = callableTrait({ name: "c", kind: "boolean", evaluate: () => true });
    const made = rubric([agent("a"), metric, callable, cites("r"), yes("l2"), yes("l1")]);
    expect(names(made)).toEqual(["l2", "l1", "r", "c", "m", "a"]);
    expect(isEmptyRubric(made)).toBe(false);
    expect(isEmptyRubric(emptyRubric)).toBe(true);
  });

  test("the schema completes lists and refuses names that stand twice", () => {
    expect(Rubric.parse({ regexTraits: [{ name: "r", pattern: "x" }] })).toMatchObject({
      llmTraits: [],
      regexTraits: [{ type: "regex", caseSensitive: true }],
    });
    const twice = { regexTraits: [{ name: "r", pattern: "x" }], llmTraits: [{ name: "r", kind: "boolean" }] };
    expect(Rubric.safeParse(twice).success).toBe(false);
    expect(Rubric.safeParse({ otherTraits: [] }).success).toBe(false);
  });
});

test("a rubric as the older system dumps it is read, and written under the same keys", () => {
  const codec = wireCodec(Rubric);
  const dump = {
    llm_traits: [
      { name: "ok", kind: "boolean", min_score: 1, max_score: 5, classes: null, higher_is_better: true },
      { name: "tone", kind: "literal", min_score: 0, max_score: 1, classes: { formal: "x", casual: "y" } },
    ],
    regex_traits: [{ name: "r", pattern: "x", case_sensitive: false }],
  };
  const read = codec.decode(dump);
  expect(read.llmTraits[1]).toMatchObject({ classes: [{ name: "formal" }, { name: "casual" }], maxScore: 1 });
  expect(codec.encode(read)).toMatchObject({ regex_traits: [{ name: "r", case_sensitive: false }] });
  expect(codec.decode(codec.encode(read))).toEqual(read);
});

describe("merging", () => {
  test("global traits first, each with its origin", () => {
    const merged = mergeRubrics(rubric([yes("a"), cites("c")]), rubric([yes("b"), cites("d")]));
    expect(merged.ok && names(merged.rubric)).toEqual(["a", "b", "c", "d"]);
    expect(merged.ok && merged.provenance).toEqual({
      a: "global",
      b: "question_specific",
      c: "global",
      d: "question_specific",
    });
  });

  test("one absent rubric leaves the other, two leave none", () => {
    expect(mergeRubrics(undefined, rubric([yes("b")]))).toMatchObject({
      provenance: { b: "question_specific" },
    });
    expect(mergeRubrics(undefined, undefined)).toEqual({ ok: true, rubric: emptyRubric, provenance: {} });
  });

  test("shared names are conflicts, within and across types", () => {
    const global = rubric([yes("tone"), yes("b"), cites("c")]);
    const question = rubric([yes("tone"), cites("b")]);
    expect(mergeRubrics(global, question)).toEqual({
      ok: false,
      conflicts: [
        { name: "b", first: "llm", second: "regex" },
        { name: "tone", first: "llm", second: "llm" },
      ],
    });
    expect(invalidInput(() => mergedRubric(global, question, "question q1"))).toBe(
      "question q1: its rubric and the benchmark's both have llm:b (regex), llm:tone",
    );
  });
});

describe("dynamic rubrics", () => {
  const dynamic = dynamicRubric([yes("safety"), cites("dose"), agent("tests")]);

  test("merging tells conflicts", () => {
    expect(mergeDynamicRubrics(dynamic, dynamicRubric([yes("x")]))).toMatchObject({ ok: true });
    expect(mergeDynamicRubrics(dynamic, dynamicRubric([yes("dose")]))).toMatchObject({
      ok: false,
      conflicts: [{ name: "dose", first: "regex", second: "llm" }],
    });
  });

  test("traits that are present join their lists, agentic ones too; the others say why not", () => {
    const resolved = resolveDynamicRubric({
      rubric: rubric([yes("a")]),
      provenance: { a: "global" },
      dynamic,
      present: new Set(["tests", "dose"]),
      traitNames: ["a", "tests", "safety"],
    });
    expect(names(resolved.rubric)).toEqual(["a", "tests"]);
    expect(resolved.provenance).toEqual({ a: "global", tests: "dynamic" });
    expect(resolved.promoted).toEqual(["tests"]);
    expect(resolved.skipped).toEqual({
      safety: "concept not present in response",
      dose: "excluded by rubric_trait_names filter",
    });
  });
});

describe("filtering", () => {
  const made = rubric([yes("conciseness"), yes("tone"), cites("has_citations")]);

  test("keeps the named traits in the rubric's order", () => {
    expect(names(filterTraits(made, ["has_citations", "tone"]).rubric)).toEqual(["tone", "has_citations"]);
  });

  test("unknown names come with the nearest known one", () => {
    expect(filterTraits(made, ["concisness", "tone", "Has Citation", "safety"]).unknown).toEqual([
      { name: "concisness", nearest: "conciseness" },
      { name: "Has Citation", nearest: "has_citations" },
      { name: "safety" },
    ]);
    expect(unknownTraitNames([made, rubric([yes("safety")])], ["safety", "tone"])).toEqual([]);
  });
});

describe("scales", () => {
  const made = rubricFromTraits([
    yes("ok"),
    llmTrait({ name: "depth", kind: "score", minScore: 0, maxScore: 3, higherIsBetter: false }),
    llmTrait({ name: "tone", kind: "literal", classes: { a: "x", b: "y", c: "z" } }),
    claims,
    callableTrait({ name: "lists", kind: "score", minScore: 0, maxScore: 9, evaluate: () => 1 }),
    callableTrait({ name: "form", kind: "literal", classes: { a: "x", b: "y" }, evaluate: () => "a" }),
    metricTrait({ name: "m", metrics: ["f1"], tpInstructions: ["a"] }),
    agent("tests"),
  ]);

  test("best possible scores", () => {
    expect(maxScores(made)).toEqual({ depth: 3, tone: 2, lists: 9, tests: 10 });
  });

  test("directions, null included", () => {
    expect(directionalities(made)).toMatchObject({
      ok: true,
      depth: false,
      claims: null,
      m: null,
      tests: true,
    });
  });

  test("result keys", () => {
    expect(traitResultKeys(claims)).toEqual(["claims.count", "claims.note"]);
    expect(traitResultKeys(yes("ok"))).toEqual(["ok"]);
  });
});

test("only Python code is an obstacle", () => {
  const native = callableTrait({ name: "c", kind: "boolean", evaluate: () => true });
  expect(traitObstacle(native)).toBeUndefined();
  expect(traitObstacle({ ...native, code: { kind: "pickle", base64: "gASV" } })).toContain(
    "pickled Python function",
  );
});
