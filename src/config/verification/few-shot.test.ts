import { describe, expect, test } from "vitest";
import { md5 } from "../../base/index.ts";
import { fewShotExamples } from "./few-shot.ts";
import type { FewShotConfig } from "./few-shot-config.ts";

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
    expect(custom({ mode: "all", excludedExamples: [md5("b?")] })).toEqual([a, c]);
  });

  test("a choice that names no example is a mistake, not silence", () => {
    expect(() => custom({ selectedExamples: [3, "nope"] })).toThrowErrorMatchingInlineSnapshot(`
      [KareninaError: The few-shot configuration has 2 problems:
        - question q has no example 3; it has 3
        - question q has no example "nope"; it has 3]
    `);
  });
});
