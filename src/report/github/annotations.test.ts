import * as fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../base/testing/any-character.ts";
import { annotations } from "../index.ts";
import { reportedResult, reportOn } from "../testing/sample-report.ts";

const after = [
  reportedResult({ question: "a", category: "content" }),
  reportedResult({ question: "b", category: "parsing" }),
  reportedResult({ question: "c", category: "abstention" }),
];

test("errors of wrong answers, warnings of what has no verdict", async () => {
  expect(annotations(await reportOn(after), "benchmark.yaml")).toMatchInlineSnapshot(`
    [
      "::error file=benchmark.yaml,title=#0 What is a?::small: wrong: expected right, got other",
      "::error file=benchmark.yaml,title=#2 What is c?::small: no answer: because of abstention",
      "::warning file=benchmark.yaml,title=1 judge failed::in Stage: because of parsing",
    ]
  `);
});

test("with a baseline only what broke, and gates that are not met", async () => {
  const baseline = ["a", "b"].map((question) => reportedResult({ question }));
  const report = await reportOn(after, { baseline, gates: [{ gate: "pass_rate", min: 0.5 }] });
  expect(annotations(report)).toMatchInlineSnapshot(`
    [
      "::error title=Gate not met::pass_rate at least 50 %25: 0 %25 of 2 [0 %25 to 65.8 %25]; the data do not suffice to tell",
      "::error title=#0 What is a?::broken: expected right; before pass: right; now wrong: other",
      "::warning title=1 judge failed::in Stage: because of parsing",
    ]
  `);
});

test("there are at most ten of a kind", async () => {
  const many = Array.from({ length: 30 }, (_, at) =>
    reportedResult({ question: `q${at}`, category: "content" }),
  );
  const lines = annotations(await reportOn(many));
  expect(lines).toHaveLength(10);
  expect(lines.at(-1)).toBe("::error title=More::and 21 more");
});

test("whatever texts say, each line is one command with its own properties", async () => {
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 40 }),
    fc
      .array(fc.constantFrom("::", "\n::error::x", "\r", "%", "%0A", ",file=", ":", "##[stop]", "w"), {
        maxLength: 8,
      })
      .map((parts) => parts.join("")),
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const results = [
        reportedResult({ question: "a", text, got: text, category: "content" }),
        reportedResult({ question: "b", text, reason: text, category: "parsing" }),
      ];
      const lines = annotations(await reportOn(results), text);
      expect(lines).toHaveLength(2);
      for (const line of lines) {
        expect(line).not.toMatch(/[\r\n]/);
        expect(line).toMatch(
          /^::(error|warning) file=(%25|%3A|%2C|%0A|[^%:,])*,title=(%25|%3A|%2C|%0A|[^%:,])*::(%25|%0A|[^%])*$/u,
        );
      }
    }),
    { numRuns: 50 },
  );
});
