import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../base/index.ts";
import { judged } from "../judgement.ts";
import { readRating } from "../ratings/read-rating.ts";
import { newRating } from "../ratings/write-rating.ts";
import { kindOf, type RubricTrait, traitKind, traitTypes } from "./list.ts";
import { collectTraitResults, traitFieldNames, traitResultShape } from "./trait-results.ts";

test("no two kinds have a type, a title or a term of Rating nodes in common", () => {
  const kinds = traitTypes.map(traitKind);
  for (const names of [
    kinds.map(({ type }) => type),
    kinds.map(({ title }) => title),
    kinds.flatMap(({ ratingTerms }) => ratingTerms),
  ])
    expect(new Set(names).size).toBe(names.length);
});

describe.each(traitTypes)("%s", (type) => {
  const kind = traitKind(type);
  const trait: RubricTrait = kind.schema.parse({ ...kind.placeholder, name: "a", summary: "about" });

  test("answers for the traits that its schema makes", () => {
    expect(trait.type).toBe(type);
    expect(kindOf(trait)).toBe(kind);
    expect(kind.describe(trait)).not.toBe("");
  });

  test("is read from the node it is written to", () => {
    const { term } = kind.writeRating(trait);
    expect(kind.borrowed === undefined ? kind.ratingTerms : [kind.borrowed.term]).toContain(term);
    for (const isDynamic of [false, true]) {
      const node: JsonObject = newRating(trait, { scope: "question", isDynamic });
      expect(readRating(JSON.parse(JSON.stringify(node)), "question")).toMatchObject({ trait, isDynamic });
    }
  });

  test("has a place for its scores in results, and what is not known of it is empty there", () => {
    const none = collectTraitResults(new Map([[type, []]]));
    const fields = Object.keys(none);
    expect(fields).toContain(`${type}TraitScores`);
    expect(traitFieldNames).toEqual(expect.arrayContaining(fields));
    for (const field of Object.keys(none)) {
      const schema = Object.entries(traitResultShape).find(([name]) => name === field)?.[1];
      expect(schema?.parse(undefined)).toBe(null);
      expect(schema?.parse({})).toEqual({});
    }
  });

  test("titles only lists that its results hold", () => {
    for (const field of Object.keys(kind.listTitles ?? {}))
      expect(Object.keys(kind.results)).toContain(field);
  });
});

test("results keep scores by key, labels by trait, and details in the fields of their names", () => {
  const lists = { tp: ["a"], tn: [], fp: [], fn: [] };
  const results = collectTraitResults(
    new Map([
      [
        "llm",
        [
          ["tone", { ok: true, scores: { tone: 1 }, label: "Formal" }],
          ["clear", judged("clear", true)],
        ] as const,
      ],
      [
        "metric",
        [["m", { ok: true, scores: { m: { f1: 1 } }, details: { confusionLists: lists } }]] as const,
      ],
    ]),
  );
  expect(results).toEqual({
    llmTraitScores: { tone: 1, clear: true },
    llmTraitLabels: { tone: "Formal" },
    metricTraitScores: { m: { f1: 1 } },
    metricTraitConfusionLists: { m: lists },
  });
});
