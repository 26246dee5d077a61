import { describe, expect, it } from "vitest";
import { sampleBenchmark } from "../testing/sample-benchmark.ts";

const ids = (found: readonly { readonly id: string }[]) => found.map(({ id }) => id).join("");

describe("filterQuestions", () => {
  it.each([
    [{}, "abc"],
    [{ finished: true }, "ab"],
    [{ hasTemplate: false }, "bc"],
    [{ hasRubric: true }, "c"],
    [{ author: "lovelace" }, "a"],
    [{ author: "grace" }, "c"],
    [{ finished: true, hasTemplate: false }, "b"],
    [{ where: ({ rawAnswer }: { readonly rawAnswer: string }) => rawAnswer.length > 4 }, "ac"],
  ])("by %j", (filter, expected) => {
    expect(ids(sampleBenchmark().filterQuestions(filter))).toBe(expected);
  });
});

describe("filterByMetadata", () => {
  it.each([
    ["author.name", "Ada Lovelace", "exact", "a"],
    ["finished", false, "exact", "c"],
    ["customMetadata.level", 2, "exact", "b"],
    ["customMetadata.level", "2", "exact", ""],
    ["customMetadata.area.name", "south", "contains", "b"],
    ["customMetadata.level", 1, "contains", "c"],
    ["keywords", "eu", "in", "a"],
    ["keywords.0", "geo", "exact", "ab"],
    ["rawAnswer", "^.i", "regex", "b"],
    ["customMetadata.constructor", "Object", "contains", ""],
  ] as const)("%s %j %s", (path, value, mode, expected) => {
    expect(ids(sampleBenchmark().filterByMetadata(path, value, mode))).toBe(expected);
  });

  it("takes a RegExp as it is", () => {
    expect(ids(sampleBenchmark().filterByMetadata("rawAnswer", /^p/))).toBe("");
    expect(ids(sampleBenchmark().filterByMetadata("rawAnswer", /^P/g))).toBe("a");
  });

  it("says what is wrong with a path or a pattern", () => {
    expect(() => sampleBenchmark().filterByMetadata("authr.name", "x")).toThrow('found "authr.name"');
    expect(() => sampleBenchmark().filterByMetadata("question", "(", "regex")).toThrow(
      "Expected a regular expression",
    );
  });
});

describe("searchQuestions", () => {
  it.each([
    ["capital", {}, "ab"],
    ["capital", { caseSensitive: true }, ""],
    [["capital", "peru"], {}, "b"],
    [["france", "faust"], { matchAll: false }, "ac"],
    ["goethe", { fields: ["question", "rawAnswer"] }, "c"],
    ["South America", { fields: ["customMetadata"] }, "b"],
    ["of (france|peru)", { regex: true }, "ab"],
    ["C.p", { regex: true, caseSensitive: true }, "ab"],
    ["", {}, "abc"],
    [[], {}, ""],
  ])("%j %j", (query, options, expected) => {
    expect(ids(sampleBenchmark().searchQuestions(query, options))).toBe(expected);
  });
});

describe("countByField", () => {
  it("counts values, list members once each, and absence as null", () => {
    expect(sampleBenchmark().countByField("keywords")).toEqual([
      { value: "geo", count: 2 },
      { value: "eu", count: 1 },
      { value: null, count: 1 },
    ]);
    expect(sampleBenchmark().countByField("finished")).toEqual([
      { value: true, count: 2 },
      { value: false, count: 1 },
    ]);
    expect(sampleBenchmark().countByField("author.name")).toContainEqual({ value: null, count: 2 });
  });
});
