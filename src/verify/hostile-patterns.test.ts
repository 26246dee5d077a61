import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { firstCases } from "../base/testing/property-runs.ts";
import { regexTrait } from "../rubric/index.ts";
import {
  answerTemplate,
  exactMatch,
  extracted,
  regexMatch,
  traceRegex,
  verified,
} from "../template/index.ts";
import { Benchmark } from "./benchmark.ts";
import { type ChildRun, runStrangersFile } from "./testing/run-in-child.ts";

const sentence = "The target of venetoclax is BCL2, a regulator of apoptosis. ";
const answers: { readonly [question: string]: string } = {
  ordinary: sentence.repeat(40),
  letters: `${"abcde".repeat(40_000)}!`,
  "one letter": `${"a".repeat(50_000)}!`,
  "looking ahead": `${"a".repeat(50_000)}!`,
};

/** Patterns by the answer they are searched in; those that cannot end leave their trait without a value; more of them are in the tests of `PatternEngine`. */
const stopped: readonly (readonly [name: string, question: string, pattern: string])[] = firstCases(0, [
  ["forty thousand states on an ordinary answer", "ordinary", `${".?".repeat(20_000)}[0-9]$`],
]);
/** The same with a tenth of the time. */
const stoppedSoon: typeof stopped = [["nested repetitions, looking ahead", "looking ahead", "^(?=(a+)+$)a"]];
const searched: readonly (readonly [name: string, question: string, pattern: string, found: boolean])[] = [
  ["nested repetitions", "one letter", "(a+)+$", false],
  ["alternatives that overlap", "one letter", "(a|aa)*b", false],
  ["everything in everything", "letters", "((.*)*)*x", false],
  ["a large repetition of a large repetition", "ordinary", "(?:a{1,30}){1,30}X", false],
  ["a repetition beyond what is written out", "one letter", "a{40000}", true],
  ["8,000 alternatives", "ordinary", Array.from({ length: 8000 }, (_, at) => `w${at}`).join("|"), false],
  ["a look behind of any length", "ordinary", "(?<=venetoclax.{0,9})BCL2", true],
  ["a look ahead", "ordinary", "BCL2(?=,)", true],
  ["an ordinary one", "ordinary", String.raw`\bBCL\d\b`, true],
];

const bomb = "^(?=(a+)+$)a";

let runs: readonly ChildRun[];

beforeAll(async () => {
  const benchmark = withTraits([...stopped, ...searched]);
  const stoppedEarly = withTraits(stoppedSoon);
  const target = verified(z.string(), { description: "t", groundTruth: "x", verifyWith: exactMatch() });
  const templates = {
    "a check of the trace": answerTemplate(
      { target },
      { regex: { bomb: { pattern: bomb, expected: 1, matchType: "count" } } },
    ),
    "a field of the trace": answerTemplate({
      target,
      bomb: verified(z.boolean(), {
        description: "b",
        groundTruth: true,
        verifyWith: traceRegex({ pattern: bomb }),
      }),
    }),
    "a primitive": answerTemplate({
      target: verified(z.string(), {
        description: "the letters",
        groundTruth: "a",
        verifyWith: regexMatch({ pattern: bomb }),
      }),
    }),
    "a type": answerTemplate({
      target,
      letters: extracted(z.string().regex(new RegExp(bomb)), { description: "only a's" }),
    }),
  };
  for (const [id, template] of Object.entries(templates))
    stoppedEarly.addQuestion({ id, question: "one letter", rawAnswer: "x", template });
  const reply: Parameters<typeof runStrangersFile>[1] = ({ body }) => {
    const asked = JSON.stringify(body);
    if (body.response_format === undefined)
      return answers[Object.keys(answers).find((question) => asked.includes(question)) ?? ""] ?? "";
    const letters = `${"a".repeat(60)}!`;
    return JSON.stringify({ target: asked.includes("the letters") ? letters : "x", letters });
  };
  runs = await Promise.all([
    runStrangersFile(benchmark, reply),
    runStrangersFile(stoppedEarly, reply, { patterns: { searchMs: 200 } }),
  ]);
}, 240_000);

function withTraits(
  cases: readonly (readonly [name: string, question: string, pattern: string, found?: boolean])[],
): Benchmark {
  const benchmark = Benchmark.create({ name: "A stranger's" });
  for (const [question, traits] of Map.groupBy(cases, ([, where]) => where)) {
    benchmark.addQuestion({ id: question, question, rawAnswer: "x" });
    benchmark.setQuestionRubric(
      question,
      traits.map(([name, , pattern]) => regexTrait({ name, pattern })),
    );
  }
  return benchmark;
}

const resultOf = (question: string) =>
  runs.map(({ results }) => results.get(question)).find((result) => result !== undefined);

describe("a pattern of a file that would not end leaves its trait without a value, and says why", () => {
  test.each([
    ...stopped.map(([name, question]) => [name, question, 2] as const),
    ...stoppedSoon.map(([name, question]) => [name, question, 0.2] as const),
  ])("%s", (name, question, seconds) => {
    expect(resultOf(question)?.traits[name]).toMatch(
      /^Regular expression .* takes longer than .* on a text of \d+/,
    );
    expect(resultOf(question)?.traits[name]).toContain(`takes longer than ${seconds} s`);
  });
});

describe("a pattern that only looks hostile is searched", () => {
  test.each(searched)("%s", (name, question, _pattern, found) => {
    expect(resultOf(question)?.traits[name]).toBe(found);
  });
});

describe("a pattern that would not end is no verdict", () => {
  test.each(["a check of the trace", "a field of the trace", "a primitive", "a type"])("%s", (question) => {
    expect(["pass", "wrong", "no_answer"]).not.toContain(resultOf(question)?.outcome);
    expect(resultOf(question)?.reason).not.toBe("");
  });
});

test("the process never holds much more than its own part", () => {
  for (const { peakMb } of runs) expect(peakMb).toBeLessThan(600);
});
