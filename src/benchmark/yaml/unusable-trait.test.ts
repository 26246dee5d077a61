import { describe, expect, test } from "vitest";
import { allTraits } from "../../rubric/index.ts";
import { readYaml } from "./read-yaml.ts";
import { writeYaml } from "./write-yaml.ts";

const read = (text: string) => readYaml(text, "b.yaml", "2026-01-01T00:00:00.000Z");

describe("a trait that cannot be judged", () => {
  test.each([
    [
      "{type: llm, name: a.b, description: d, kind: boolean}",
      /line 8, column \d+, rubric\[0\]\.name/,
      /without "\."/,
    ],
    ['{type: regex, name: a, pattern: "("}', /rubric\[0\]\.pattern/, /unterminated group/],
    [
      "{type: llm, name: a, description: d, kind: score, min_score: 5, max_score: 1}",
      /rubric\[0\]\.min_score/,
      /less than max_score, found 5 with max_score 1;/,
    ],
    [
      "{type: llm, name: a, description: d, kind: literal, classes: {warm: w}}",
      /rubric\[0\]\.classes/,
      /2 to 20 classes, found 1;/,
    ],
    [
      "{type: agentic, name: a, description: d, kind: literal, classes: {}}",
      /rubric\[0\]\.classes/,
      /1 to 20 classes, found 0;/,
    ],
  ])("is a warning, and the rest of the file works: %s", (form, place, reason) => {
    const other = "{type: llm, name: clear, description: Is it clear?, kind: boolean}";
    const text = `karenina: 1\nname: n\nquestions:\n  - question: Q?\n    answer: a\n    check: exact_match\nrubric:\n  - ${form}\n  - ${other}\n`;
    const content = read(text);
    expect(content.warnings).toMatchObject([
      { questionId: null, path: expect.stringMatching(place), message: expect.stringMatching(reason) },
    ]);
    expect(content.warnings[0]?.message).toMatch(/; the trait is kept and cannot be judged$/);
    const [first, second] = allTraits(content.globalRubric).toSorted((one) =>
      one.unusable === undefined ? 1 : -1,
    );
    expect([first?.unusable?.reason !== undefined, second?.unusable]).toEqual([true, undefined]);
    const renamed = { ...content, name: "another" };
    expect(writeYaml(renamed, "file.yaml")).toBe(text.replace("name: n\n", "name: another\n"));
  });

  test.each([
    ["{name: a, description: d, kind: boolean}", /type: expected one of llm, .*, found nothing/],
    ["{type: llm, name: a, description: 3, kind: boolean}", /description: expected/],
  ])("is refused where the form itself is wrong: %s", (form, message) => {
    expect(() => read(`karenina: 1\nname: n\nquestions: []\nrubric: [${form}]\n`)).toThrow(message);
  });
});
