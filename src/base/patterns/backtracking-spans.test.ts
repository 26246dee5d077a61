import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../testing/property-runs.ts";
import { stepsOf } from "./backtracking-spans.ts";
import { linearSpans } from "./linear-spans.ts";
import { readPattern } from "./read-pattern.ts";

const set = fc.constantFrom(
  "a",
  "é",
  "0",
  ".",
  "[ab0]",
  "[^a]",
  "😀",
  String.raw`\d`,
  String.raw`\W`,
  String.raw`\s`,
);
const piece = fc
  .tuple(set, fc.constantFrom("", "", "*", "+?", "?", "{2}", "{1,2}"))
  .map((parts) => parts.join(""));
const grouped = fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => `(${parts.join("")})`);
const pattern = fc
  .tuple(
    fc.constantFrom("", "", "^", String.raw`\A`),
    fc.array(fc.oneof(piece, piece, grouped), { minLength: 1, maxLength: 5 }),
    fc.constantFrom("", "", "$", String.raw`\Z`),
  )
  .map(([begin, parts, end]) => begin + parts.join("") + end);
const text = fc.string({ unit: fc.constantFrom("a", "b", "0", "é", "–", "😀", " ", "\n"), maxLength: 14 });

test("a search whose steps are counted finds what RE2 finds", () => {
  fc.assert(
    fc.property(pattern, text, (source, given) => {
      const read = readPattern(source, {});
      expect(read.bounded).toBeDefined();
      expect([...read.backtracking()(given)]).toEqual([...(linearSpans(read, given) ?? [])]);
    }),
    { numRuns: propertyRuns(500) },
  );
});

test("each repetition that can end at several places multiplies the steps", () => {
  const steps = (source: string, length: number) => {
    const { bounded, size } = readPattern(source, {});
    return bounded && stepsOf(bounded, size, length);
  };
  expect(steps("abc", 99)).toBe(3 * 100 + 99);
  expect(steps("^abc", 99)).toBe(4 + 99);
  expect(steps("^a*b", 99)).toBe(4 * 100 + 99);
  expect(steps("(a*b+)c?", 99)).toBeGreaterThanOrEqual(100 ** 4);
  for (const source of [
    "(a*)*",
    "a|b",
    "((a))",
    "(?:ab)*",
    String.raw`(a)\1`,
    "(?=a)b",
    "(?i:a)",
    String.raw`\ba`,
  ])
    expect(steps(source, 10)).toBeUndefined();
});
