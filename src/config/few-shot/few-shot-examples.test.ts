import { describe, expect, test } from "vitest";
import { md5 } from "../../base/index.ts";
import type { FewShotConfig } from "../settings/few-shot-config.ts";
import { fewShotExamples } from "./few-shot-examples.ts";

const example = (name: string) => ({ question: `${name}?`, answer: name });
const [a, b, c, global] = ["a", "b", "c", "g"].map(example);
const question = { id: "q", fewShotExamples: ["a", "b", "c"].map(example) };
const examples = (config: FewShotConfig | null) => fewShotExamples(config, question);

describe("sources", () => {
  const globalExamples = [example("g")];

  test.each<[FewShotConfig | null, unknown]>([
    [null, []],
    [{ source: "disabled", globalExamples }, []],
    [{ globalExamples }, [a, b, c, global]],
    [{ source: "question_pool", globalExamples }, [a, b, c]],
    [{ source: "global", globalExamples }, [global]],
  ])("%j", (config, expected) => {
    expect(examples(config)).toEqual(expected);
  });
});

describe("choices", () => {
  const custom = (chosen: object, poolMode: FewShotConfig["poolMode"] = "custom") =>
    examples({ poolMode, questionConfigs: { q: chosen, other: { selectedExamples: [99] } } });

  test("by place and by hash, in the order given", () => {
    expect(custom({ selectedExamples: [2, md5("a?")] })).toEqual([c, a]);
    expect(custom({})).toEqual([]);
  });

  test("a question can differ from the run", () => {
    expect(custom({ mode: "custom", selectedExamples: [1] }, "all")).toEqual([b]);
    expect(custom({ mode: "all" })).toEqual([a, b, c]);
    expect(custom({ mode: "inherit", selectedExamples: [0] })).toEqual([a]);
  });

  test("exclusions name examples of the question, whatever was selected", () => {
    expect(custom({ selectedExamples: [2, 0], excludedExamples: [0] })).toEqual([c]);
    expect(custom({ selectedExamples: [2, 0], excludedExamples: [2, md5("b?")] })).toEqual([a]);
    expect(custom({ mode: "all", excludedExamples: [md5("b?")] })).toEqual([a, c]);
  });

  test("an id that is the name of a member of every object is an id like any other", () => {
    const own = { id: "constructor", fewShotExamples: question.fewShotExamples };
    expect(fewShotExamples({ poolMode: "all", questionConfigs: {} }, own)).toEqual([a, b, c]);
  });

  test("selections of a mode that is not used are not looked at", () => {
    expect(custom({ mode: "all", selectedExamples: [99] })).toEqual([a, b, c]);
    expect(examples({ source: "global", questionConfigs: { q: { excludedExamples: [99] } } })).toEqual([]);
  });

  test("a choice that names no example is a mistake, not silence", () => {
    expect(() => custom({ selectedExamples: [3, "nope"] })).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: The few-shot configuration has 2 problems:
        - question q has no example 3; it has 3
        - question q has no example "nope"; it has 3]
    `);
  });
});

describe("drawn by lot", () => {
  const many = (id: string, length: number) => ({
    id,
    fewShotExamples: Array.from({ length }, (_, place) => example(String(place))),
  });
  const answers = (config: FewShotConfig, of = many("qid-1", 10)) =>
    fewShotExamples(config, of).map(({ answer }) => answer);

  test.each([
    ["qid-1", 2, 6, [4, 5]],
    ["qid-1", 3, 10, [9, 2, 1]],
    ["qid-1", 5, 40, [36, 9, 32, 7, 26]],
    ["qid-2", 3, 10, [1, 9, 6]],
    ["urn:uuid:question-x", 5, 40, [23, 36, 4, 26, 27]],
  ] as const)("%s: %i of %i as in Python", (id, poolK, length, places) => {
    expect(answers({ poolMode: "k-shot", poolK }, many(id, length))).toEqual(places.map(String));
  });

  test("three where nobody says; a question's own number counts first", () => {
    expect(answers({ poolMode: "k-shot" })).toEqual(["9", "2", "1"]);
    const own = { "qid-1": { k: 2 } };
    expect(answers({ poolMode: "k-shot", poolK: 5, questionConfigs: own })).toHaveLength(2);
    expect(answers({ questionConfigs: { "qid-1": { mode: "k-shot" } }, poolK: 4 })).toHaveLength(4);
  });

  test("all, in their order, where there are no more", () => {
    expect(answers({ poolMode: "k-shot", poolK: 10 })).toEqual([..."0123456789"]);
    expect(answers({ poolMode: "k-shot", poolK: 3 }, many("qid-1", 0))).toEqual([]);
  });

  test("what is excluded is not drawn, and costs no place", () => {
    const drawn = answers({
      poolMode: "k-shot",
      poolK: 8,
      questionConfigs: { "qid-1": { excludedExamples: [9, md5("2?")] } },
    });
    expect(drawn).toEqual([..."01345678"]);
  });
});
