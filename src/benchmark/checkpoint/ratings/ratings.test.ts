import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { propertyRuns } from "../../../base/testing/property-runs.ts";
import { allTraits, type Rubric, type RubricTrait } from "../../../rubric/index.ts";
import { Benchmark } from "../../benchmark.ts";
import { isEntries, type JsonTree } from "../../json/json-tree.ts";
import { parseJson } from "../../json/parse-json.ts";
import { writeJson } from "../../json/write-json.ts";
import type { Draft } from "../fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "../read-checkpoint.ts";
import { writeCheckpoint } from "../write-checkpoint.ts";

const text = readFileSync(new URL("../fixtures/every-trait.jsonld", import.meta.url), "utf8");
const clock = { now: () => 0, monotonic: () => 0, sleep: async () => {} };
const open = () => new Benchmark({ content: readCheckpoint(text, "every-trait.jsonld"), clock });
const reopened = (benchmark: Benchmark) =>
  new Benchmark({ content: readCheckpoint(writeCheckpoint(benchmark.content), "x"), clock });
const names = (rubric: Rubric | null) =>
  allTraits(rubric ?? open().getGlobalRubric()).map(({ name }) => name);

/** The Rating nodes of both scopes, spelled as in the file. */
const nodes = (file: string): readonly string[] => {
  const reading = parseJson(file);
  const root = "tree" in reading && isEntries(reading.tree) ? reading.tree : new Map();
  const [item] = root.get("dataFeedElement");
  return [...root.get("rating"), ...item.get("item").get("rating")].map((node: JsonTree) => writeJson(node));
};
const titleOf = (name: string) => `"name": ${JSON.stringify(name)},\n  "`;

describe("a file with every kind of trait in both scopes and families", () => {
  it("reads all of them", () => {
    const benchmark = open();
    const all =
      "concise clarity tone claims cites short words language coverage safety tests-pass quality inventory";
    const always = all.split(" ").map((name) => name.replace("-", " "));
    const sometimes = ["concise", "tone", "cites", "words", "safety", "quality"];
    expect(names(benchmark.getGlobalRubric())).toEqual(always);
    expect(names(benchmark.getQuestionRubric("q"))).toEqual(always.map((name) => `${name} of q`));
    expect(names(benchmark.getGlobalDynamicRubric())).toEqual(sometimes.map((name) => `${name} if global`));
    expect(names(benchmark.getQuestionDynamicRubric("q"))).toEqual(sometimes.map((name) => `${name} if q`));
    expect(benchmark.validateRubrics()).toEqual([]);
    expect(benchmark.getStatistics().traitCounts).toEqual({
      llm: 12,
      regex: 4,
      callable: 8,
      metric: 6,
      retrieval: 0,
      agentic: 8,
    });
  });

  it("warns of functions only Python can run and of models a file would choose, with place and question", () => {
    const all = open().warnings;
    const models = all.filter(({ message }) => message.includes("model_override"));
    expect(models).toHaveLength(4);
    expect(models[0]?.path).toMatch(/^\$\.rating\[\d+\]\.additionalProperty\[\d+\]\.value$/);
    const warnings = all.filter((warning) => !models.includes(warning));
    expect(warnings).toHaveLength(8);
    expect(warnings[0]).toEqual({
      questionId: null,
      path: "$.rating[5].additionalProperty[0].value",
      message:
        "its code is a pickled Python function, which is kept and never run; replace the trait by one in TypeScript",
    });
    expect(warnings[4]).toMatchObject({
      questionId: "q",
      path: "$.dataFeedElement[0].item.rating[5].additionalProperty[0].value",
    });
  });

  it("is written byte for byte when its rubrics are set to what they are", () => {
    const benchmark = open();
    benchmark.setGlobalRubric(benchmark.getGlobalRubric());
    benchmark.setGlobalDynamicRubric(benchmark.getGlobalDynamicRubric() ?? []);
    benchmark.setQuestionRubric("q", benchmark.getQuestionRubric("q"));
    benchmark.setQuestionDynamicRubric("q", benchmark.getQuestionDynamicRubric("q") ?? []);
    const undated = (file: string) => file.replaceAll(/"dateModified": ".*"/g, "");
    expect(undated(writeCheckpoint(benchmark.content))).toBe(undated(text));
  });

  it("says the same in a new file", () => {
    const benchmark = open();
    const { preserved: _, ...content } = benchmark.content;
    const questions = content.questions.map(({ preserved: __, ...question }) => question);
    const written = new Benchmark({ content: { ...content, questions }, clock });
    expect(reopened(written).equals(benchmark)).toBe(true);
  });

  const family = fc.constantFrom(
    {
      get: (benchmark: Benchmark) => benchmark.getGlobalRubric(),
      set: (benchmark: Benchmark, traits: readonly RubricTrait[]) => benchmark.setGlobalRubric(traits),
    },
    {
      get: (benchmark: Benchmark) => benchmark.getGlobalDynamicRubric(),
      set: (benchmark: Benchmark, traits: readonly RubricTrait[]) => benchmark.setGlobalDynamicRubric(traits),
    },
    {
      get: (benchmark: Benchmark) => benchmark.getQuestionRubric("q"),
      set: (benchmark: Benchmark, traits: readonly RubricTrait[]) => benchmark.setQuestionRubric("q", traits),
    },
    {
      get: (benchmark: Benchmark) => benchmark.getQuestionDynamicRubric("q"),
      set: (benchmark: Benchmark, traits: readonly RubricTrait[]) =>
        benchmark.setQuestionDynamicRubric("q", traits),
    },
  );

  it("keeps every node that stays, byte for byte, whichever go", () => {
    fc.assert(
      fc.property(family, fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }), ({ get, set }, stays) => {
        const benchmark = open();
        const before = get(benchmark);
        const traits = before === null ? [] : allTraits(before);
        const isKept = (_: unknown, index: number) => stays[index];
        const gone = traits.filter((_, index) => !stays[index]).map(({ name }) => titleOf(name));
        set(benchmark, traits.filter(isKept));
        const expected = nodes(text).filter((node) => !gone.some((title) => node.includes(title)));
        expect(expected).toHaveLength(nodes(text).length - gone.length);
        expect(nodes(writeCheckpoint(benchmark.content))).toEqual(expected);
        expect(reopened(benchmark).equals(benchmark)).toBe(true);
      }),
      { numRuns: propertyRuns(10) },
    );
  });
});

describe("a changed trait", () => {
  const ratingOf = (benchmark: Benchmark, name: string): Draft => {
    const { rating } = JSON.parse(writeCheckpoint(benchmark.content));
    return rating.find((one: Draft) => one.name === name);
  };

  it("keeps in its node what the change does not touch, down to the spelling", () => {
    const file = text.replace('"bestRating": 1.0,\n', '"bestRating": 1.0,\n      "reviewed": 2.50,\n');
    const benchmark = new Benchmark({ content: readCheckpoint(file, "x"), clock });
    const traits = allTraits(benchmark.getGlobalRubric());
    benchmark.setGlobalRubric(
      traits.map((trait) => (trait.name === "coverage" ? { ...trait, description: "Other words" } : trait)),
    );
    const written = writeCheckpoint(benchmark.content);
    const dated = file.replace(/"dateModified": ".*"/, '"dateModified": "1970-01-01T00:00:00.000Z"');
    expect(written).toBe(dated.replace("Names what matters", "Other words"));
  });

  it("keeps the order of classes that are numbers, also when it changes", () => {
    const benchmark = open();
    const [trait] = benchmark.getGlobalRubric().llmTraits.filter(({ name }) => name === "tone");
    expect(trait?.classes?.map(({ name }) => name)).toEqual(["formal", "10", "2"]);
    const classes = trait?.classes?.toReversed() ?? [];
    benchmark.setGlobalRubric(
      allTraits(benchmark.getGlobalRubric()).map((one) =>
        one.type === "llm" && one === trait ? { ...one, classes } : one,
      ),
    );
    const again = reopened(benchmark)
      .getGlobalRubric()
      .llmTraits.find(({ name }) => name === "tone");
    expect(again?.classes?.map(({ name }) => name)).toEqual(["2", "10", "formal"]);
    expect(again?.higherIsBetter).toBe(false);
  });

  it("takes a property away, adds one, and leaves the others in place", () => {
    const benchmark = open();
    const change = (trait: RubricTrait) =>
      trait.name === "clarity" ? { ...trait, summary: null, includeGroundTruth: true } : trait;
    benchmark.setGlobalRubric(allTraits(benchmark.getGlobalRubric()).map(change));
    const before = ratingOf(open(), "clarity").additionalProperty as Draft[];
    const after = ratingOf(benchmark, "clarity").additionalProperty as Draft[];
    expect(after.filter(({ name }) => name !== "include_ground_truth")).toEqual(
      before.filter(({ name }) => name !== "summary"),
    );
    expect(after).toContainEqual({ "@type": "PropertyValue", name: "include_ground_truth", value: true });
  });
});
