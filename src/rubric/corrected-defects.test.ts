// What the older system gets wrong, and what happens here.
import { expect, test } from "vitest";
import * as z from "zod";
import { FromCode, type JsonObject } from "../base/index.ts";
import { dynamicRubric, rubric } from "./define-rubric.ts";
import { resolveDynamicRubric } from "./dynamic/dynamic-rubric.ts";
import { agenticTrait } from "./kinds/agentic/author.ts";
import { acceptCallableValue, CallableRubricTrait } from "./kinds/callable/trait.ts";
import type { RubricTrait } from "./kinds/list.ts";
import { llmTrait } from "./kinds/llm/author.ts";
import { ratingsFromTraits } from "./ratings/ratings-from-traits.ts";
import { traitsFromRatings } from "./ratings/traits-from-ratings.ts";
import { emptyRubric, type Rubric, rubricFromTraits } from "./rubric.ts";
import { traitResultKeys } from "./scales.ts";
import { ratingNode } from "./testing/rating-node.ts";
import { invalidInput, tools } from "./testing/tools.ts";
import { acceptTraitValue } from "./values/list.ts";
import { scoreBatch } from "./values/score-batch.ts";

const clear = llmTrait({ name: "clear", kind: "boolean" });
const fromZero = llmTrait({ name: "depth", kind: "score", minScore: 0, maxScore: 3 });
const fields = llmTrait({ name: "claims", kind: z.object({ count: z.int() }) });
const reopened = (...traits: readonly RubricTrait[]): Rubric => {
  const nodes = ratingsFromTraits({ rubric: rubricFromTraits(traits) }, "global");
  return traitsFromRatings(JSON.parse(JSON.stringify(nodes)), "global").rubric;
};

test("min_score 0 counted as 1, max_score 0 as 5", () => {
  expect(acceptTraitValue(fromZero, 0, tools)).toEqual({ ok: true, scores: { depth: 0 } });
  const toZero = llmTrait({ name: "loss", kind: "score", minScore: -3, maxScore: 0 });
  expect(acceptTraitValue(toZero, 4, tools)).toMatchObject({ scores: { loss: 0 } });
});

test("any number but 0 counted as true, true counted as a score of 1", () => {
  for (const raw of [3, -1, "3"]) expect(acceptTraitValue(clear, raw, tools).ok).toBe(false);
  expect(acceptTraitValue(fromZero, true, tools).ok).toBe(false);
});

test("a score's range could be empty or upside down", () => {
  const range = { name: "s", kind: "score", minScore: 5, maxScore: 1 } as const;
  expect(invalidInput(() => llmTrait(range))).toContain("minScore: expected less than maxScore");
});

test("one value that could not be read took the whole batch with it", () => {
  const reply = scoreBatch.form([clear, fromZero], tools).accept({ scores: { clear: [], depth: 2 } });
  expect(reply.ok && reply.value.get("depth")).toEqual({ ok: true, scores: { depth: 2 } });
});

test("a template trait was written with a direction, and did not load again", () => {
  expect(fields.higherIsBetter).toBeNull();
  expect(reopened(fields).llmTraits).toEqual([fields]);
});

test("the keys of template traits were not expanded", () => {
  expect(traitResultKeys(fields)).toEqual(["claims.count"]);
});

test("a callable score had to be boolean in one place and could be boolean in another", () => {
  const code = { kind: "pickle", base64: "" };
  const trait = CallableRubricTrait.parse({ name: "c", kind: "score", code });
  expect(acceptCallableValue(trait, true).ok).toBe(false);
  expect(acceptCallableValue(trait, 0.5)).toEqual({ ok: true, scores: { c: 0.5 } });
});

test("agentic scores were not held to their range, agentic classes matched exactly and had no label", () => {
  const score = agenticTrait({ name: "a", description: "d", kind: "score" });
  expect(acceptTraitValue(score, 9, tools)).toMatchObject({ scores: { a: 5 }, warning: expect.any(String) });
  const literal = agenticTrait({
    name: "a",
    description: "d",
    kind: "literal",
    classes: { Yes: "x", No: "y" },
  });
  expect(acceptTraitValue(literal, "no ", tools)).toEqual({ ok: true, scores: { a: 1 }, label: "No" });
});

test("include_ground_truth was never written", () => {
  const trait = { ...clear, includeGroundTruth: true };
  expect(reopened(trait).llmTraits).toEqual([trait]);
});

test("a score from 0 to 1 came back as a boolean", () => {
  const trait = llmTrait({ name: "s", kind: "score", minScore: 0, maxScore: 1 });
  expect(reopened(trait).llmTraits).toEqual([trait]);
});

test("deep judgment settings were dropped unless a flag was set", () => {
  const trait = {
    ...clear,
    deepJudgmentEnabled: true,
    deepJudgmentMaxExcerpts: 2,
    deepJudgmentSearchEnabled: true,
  };
  expect(reopened(trait).llmTraits).toEqual([trait]);
});

test("a secret in a model override made the save fail; here it is left out", () => {
  const trait = agenticTrait({
    name: "a",
    description: "d",
    kind: "boolean",
    modelOverride: { model_name: "m" },
  });
  const secret = {
    ...trait,
    modelOverride: new FromCode<JsonObject>({
      model_name: "m",
      endpoint_api_key: "k",
      extra_kwargs: { headers: { Authorization: "Bearer k" }, seed: 1 },
    }),
  };
  const [written] = reopened(secret).agenticTraits;
  expect(JSON.stringify(written?.modelOverride)).toBe(
    '{"model_name":"m","extra_kwargs":{"headers":{},"seed":1}}',
  );
});

test("reading a dynamic rubric damaged it", () => {
  const dynamic = dynamicRubric([{ ...clear, summary: "clarity" }]);
  const nodes = ratingsFromTraits({ dynamicRubric: dynamic }, "global");
  const before = JSON.stringify(nodes);
  expect(traitsFromRatings(nodes, "global").dynamicRubric).toEqual(dynamic);
  expect(traitsFromRatings(nodes, "global").dynamicRubric).toEqual(dynamic);
  expect(JSON.stringify(nodes)).toBe(before);
});

test("replacing static traits dropped the dynamic ones", () => {
  const nodes = [ratingNode("RubricTrait"), ratingNode("DynamicRubricTrait")];
  const written = ratingsFromTraits({ rubric: rubric([clear]) }, "question", nodes);
  expect(written).toContain(nodes[1]);
});

test("dynamic traits of a question were neither written nor read", () => {
  const dynamic = dynamicRubric([{ ...clear, summary: "clarity" }]);
  const nodes = ratingsFromTraits({ dynamicRubric: dynamic }, "question");
  expect(traitsFromRatings(nodes, "question").dynamicRubric).toEqual(dynamic);
});

test("agentic traits of a dynamic rubric were never evaluated, and what was skipped was lost", () => {
  const agent = agenticTrait({ name: "tests", description: "d", kind: "boolean" });
  const resolution = { rubric: emptyRubric, provenance: {}, dynamic: dynamicRubric([agent]) };
  expect(resolveDynamicRubric({ ...resolution, present: new Set(["tests"]) }).rubric).toEqual(
    rubric([agent]),
  );
  expect(resolveDynamicRubric({ ...resolution, present: new Set() })).toMatchObject({
    rubric: emptyRubric,
    skipped: { tests: "concept not present in response" },
  });
});
