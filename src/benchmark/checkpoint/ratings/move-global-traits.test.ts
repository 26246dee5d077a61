import { describe, expect, it } from "vitest";
import { allTraits, regexTrait } from "../../../rubric/index.ts";
import { Benchmark } from "../../benchmark.ts";
import { checkpointText, propertyDraft, ratingDraft } from "../fixtures/minimal-checkpoint.ts";
import { readCheckpoint } from "../read-checkpoint.ts";
import { writeCheckpoint } from "../write-checkpoint.ts";

const regex = { name: "cites", description: "d", pattern: "x", case_sensitive: false, invert: true };
const callable = {
  name: "language",
  description: null,
  callable_code: "gASVCw==",
  kind: "literal",
  min_score: 0,
  max_score: 1,
  classes: { 10: "ten", 2: "two" },
  higher_is_better: null,
};
const metric = {
  name: "covers",
  metrics: ["recall"],
  tp_instructions: ["names it"],
  repeated_extraction: true,
};

const properties = (...values: readonly (readonly [string, unknown])[]) => [
  propertyDraft("benchmark_format_version", "3.0.0-jsonld"),
  ...values.map(([type, value]) => propertyDraft(`global_${type}_rubric_traits`, value)),
  propertyDraft("mine", 1),
];
const early = (rating: readonly unknown[] | undefined, ...values: readonly (readonly [string, unknown])[]) =>
  checkpointText([], { rating, additionalProperty: properties(...values) });
const open = (text: string) => new Benchmark({ content: readCheckpoint(text, "early.jsonld") });

describe("global traits in properties of the root", () => {
  // Keys that look like numbers keep their place in text only.
  const callables = JSON.stringify([callable]).replace('"2":"two","10":"ten"', '"10":"ten","2":"two"');
  const text = early(
    undefined,
    ["regex", JSON.stringify([regex])],
    ["callable", callables],
    ["metric", JSON.stringify([metric])],
  );

  it("are read as traits", () => {
    const benchmark = open(text);
    expect(allTraits(benchmark.getGlobalRubric())).toMatchObject([
      { type: "regex", name: "cites", description: "d", caseSensitive: false, invertResult: true },
      {
        type: "callable",
        name: "language",
        description: null,
        classes: [{ name: "10" }, { name: "2" }],
        higherIsBetter: null,
      },
      { type: "metric", name: "covers", evaluationMode: "tp_only", higherIsBetter: null },
    ]);
    expect(benchmark.customProperties).toEqual({ mine: 1 });
  });

  it("stand in the rating from the next save on, and nowhere else", () => {
    const written = writeCheckpoint(open(text).content);
    const { rating, additionalProperty } = JSON.parse(written);
    expect(rating).toMatchObject([
      { "@type": "Rating", name: "cites", bestRating: 1, additionalType: "karenina:GlobalRegexTrait" },
      { name: "language", bestRating: 1, worstRating: 0, additionalType: "karenina:GlobalCallableTrait" },
      { name: "covers", additionalType: "karenina:GlobalMetricRubricTrait" },
    ]);
    expect(additionalProperty).toEqual(properties());
    expect(writeCheckpoint(open(written).content)).toBe(written);
  });

  it("no longer come twice when another trait is added", () => {
    const benchmark = open(text);
    benchmark.addGlobalTrait(regexTrait({ name: "other", pattern: "y" }));
    const again = open(writeCheckpoint(benchmark.content));
    expect(allTraits(again.getGlobalRubric()).map(({ name }) => name)).toEqual([
      "cites",
      "other",
      "language",
      "covers",
    ]);
  });

  it("are there once in a file that an older program saved with copies of them", () => {
    const copy = ratingDraft({
      name: "cites",
      additionalType: "karenina:GlobalRegexTrait",
      additionalProperty: [propertyDraft("pattern", "newer")],
    });
    const benchmark = open(early([copy], ["regex", JSON.stringify([regex])]));
    expect(benchmark.getGlobalRubric().regexTraits).toMatchObject([{ pattern: "newer" }]);
    expect(benchmark.warnings).toEqual([
      {
        questionId: null,
        path: "$.additionalProperty[1].value[0]",
        message: "this trait stands in $.rating, too; the one there is used",
      },
    ]);
  });

  it.each([null, "", "[]", "null", []])("may be none: %j", (value) => {
    const benchmark = open(early(undefined, ["regex", value]));
    expect(allTraits(benchmark.getGlobalRubric())).toEqual([]);
    expect(JSON.parse(writeCheckpoint(benchmark.content))).toMatchObject({
      additionalProperty: properties(),
    });
  });

  it.each<[unknown, string]>([
    ["{", '$.additionalProperty[1].value: expected a list of traits as JSON text, found the text "{"'],
    [7, "$.additionalProperty[1].value: expected a list of traits as JSON text, found the number 7"],
    ["[1]", "$.additionalProperty[1].value[0]: expected a trait with a name, found the number 1"],
    [[regex, {}], "$.additionalProperty[1].value[1]: expected a trait with a name, found an object"],
  ])("stay where they are as %j, with the place in a warning", (value, message) => {
    const benchmark = open(early(undefined, ["regex", value]));
    expect(benchmark.warnings.map((one) => `${one.path}: ${one.message}`)).toEqual([
      `${message}; kept, not used`,
    ]);
    expect(JSON.parse(writeCheckpoint(benchmark.content)).additionalProperty).toEqual(
      properties(["regex", value]),
    );
  });

  it.each([
    [[regex, { ...regex, name: "b", pattern: "(" }], "$.additionalProperty[1].value[1].pattern"],
    [[regex, regex], "$.additionalProperty[1].value[1].name"],
  ])("are kept where they cannot be judged: %j", (traits, path) => {
    const benchmark = open(early(undefined, ["regex", JSON.stringify(traits)]));
    expect(benchmark.warnings.map((warning) => warning.path)).toContain(path);
    expect(JSON.parse(writeCheckpoint(benchmark.content)).rating).toHaveLength(2);
  });

  it("leave a rating that is no list to its own complaint", () => {
    const text = checkpointText([], { rating: 5, additionalProperty: properties(["regex", "[]"]) });
    const benchmark = open(text);
    expect(benchmark.warnings).toMatchObject([
      { path: "$.rating", message: "expected a list, found the number 5; kept, not used" },
    ]);
    expect(JSON.parse(writeCheckpoint(benchmark.content))).toEqual(JSON.parse(text));
  });
});
