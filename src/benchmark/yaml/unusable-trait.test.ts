import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { snakeCase } from "../../base/index.ts";
import { propertyRuns } from "../../base/testing/property-runs.ts";
import { allTraits, traitKind, traitTypes } from "../../rubric/index.ts";
import { CheckpointError } from "../problems/problem.ts";
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

test.each(traitTypes)("a trait of type %s with any values is read, kept, or a clear error", (type) => {
  const { schema, placeholder } = traitKind(type);
  const plain = { type, name: "a", ...placeholder };
  const keys = Object.keys(schema.parse(plain)).filter((key) => key !== "type");
  const texts = ["", "a", "boolean", "score", "literal", "none", "(", "workspace_only", "source"];
  const numbers = [-1, 0, 0.5, 1, 7, 30, 1e9];
  const lists = [[], ["a"], [{ name: "a", description: "b" }], [1]];
  const objects = [
    {},
    { a: "b" },
    { a: "b", c: "d" },
    { a: 1 },
    { kind: "source", text: "x", language: "TypeScript" },
  ];
  const value = fc.constantFrom(...texts, ...numbers, ...lists, ...objects, true, false, null);
  const changes = fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 3 });
  fc.assert(
    fc.property(changes, fc.constantFrom("rubric", "dynamic_rubric"), (changed, list) => {
      const form = Object.fromEntries(
        Object.entries({ ...plain, ...changed }).map(([key, one]) => [snakeCase(key), one]),
      );
      const text = stringify({ karenina: 1, name: "n", questions: [], [list]: [form] });
      try {
        expect(writeYaml({ ...read(text), name: "another" }, "b.yaml")).toBe(
          text.replace("name: n\n", "name: another\n"),
        );
      } catch (error) {
        if (!(error instanceof CheckpointError)) throw error;
      }
    }),
    { numRuns: propertyRuns(100) },
  );
});
