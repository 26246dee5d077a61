import fc from "fast-check";
import { expect, test } from "vitest";
import { propertyRuns } from "../testing/property-runs.ts";
import { toJavaScriptPattern } from "./dialect/javascript-source.ts";
import { createPatternEngine } from "./pattern-engine.ts";

const engine = createPatternEngine();

const atom = fc.constantFrom(
  "a",
  "b",
  "é",
  "0",
  "1",
  ".",
  "[ab0]",
  "[^a]",
  String.raw`\d`,
  String.raw`\w`,
  String.raw`\s`,
  "(a|b)",
  "(?:ab)",
);
const quantified = fc
  .tuple(atom, fc.constantFrom("", "", "", "*", "+?", "?", "{1,2}"))
  .map((parts) => parts.join(""));
const piece = fc.oneof(quantified, quantified, quantified, fc.constantFrom(String.raw`\b`, "|", "$", "^"));
const pattern = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(""));
const text = fc.string({
  unit: fc.constantFrom("a", "b", "0", "1", "é", "–", "😀", " ", "\n"),
  maxLength: 12,
});

function outcomes(source: string, given: string): unknown {
  const { source: javascript, flags } = toJavaScriptPattern(source);
  return Array.from(given.matchAll(new RegExp(javascript, `${flags}g`)), (match) => [match.index, match[0]]);
}

test("finds what JavaScript finds with the translated pattern", () => {
  return fc.assert(
    fc.asyncProperty(pattern, text, async (source, given) => {
      const found = await engine.matches(source, given);
      expect(found.map((match) => [match.index, match.text])).toEqual(outcomes(source, given));
    }),
    { numRuns: propertyRuns(100) },
  );
});

test("finds what JavaScript finds with the same pattern, where both dialects agree", () => {
  const common = fc
    .array(fc.tuple(fc.constantFrom("a", "b", "[ab]", "[^a]", "(a|b)"), fc.constantFrom("", "*", "+", "?")), {
      minLength: 1,
      maxLength: 5,
    })
    .map((parts) => parts.flat().join(""));
  return fc.assert(
    fc.asyncProperty(
      common,
      fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 12 }),
      async (source, given) => {
        const expected = Array.from(given.matchAll(new RegExp(source, "g")), (match) => [
          match.index,
          match[0],
        ]);
        const found = await engine.matches(source, given);
        expect(found.map((match) => [match.index, match.text])).toEqual(expected);
      },
    ),
  );
});

test("a literal text is found where it stands", () => {
  return fc.assert(
    fc.asyncProperty(
      text,
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }),
      text,
      async (before, literal, after) => {
        const escaped = literal.replace(/[^\p{L}\p{N}\s]/gu, String.raw`\$&`);
        const whole = before + literal + after;
        const [found] = await engine.matches(escaped, whole, { limit: 1 });
        expect(found?.index).toBe(whole.indexOf(literal));
      },
    ),
  );
});
