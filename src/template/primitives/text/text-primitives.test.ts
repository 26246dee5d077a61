import { describe, expect, test } from "vitest";
import { parsedPrimitive, testExamples, tools } from "../testing/examples.ts";
import { booleanMatch } from "./boolean-match.ts";
import { containsAll } from "./contains-all.ts";
import { containsAny } from "./contains-any.ts";
import { exactMatch } from "./exact-match.ts";
import { literalMatch } from "./literal-match.ts";
import { synonyms } from "./normalizer.ts";
import { regexMatch } from "./regex-match.ts";
import { semanticMatch } from "./semantic-match.ts";

describe("BooleanMatch", () => {
  testExamples(booleanMatch(), [
    [true, true, true],
    [true, false, false],
    [1, true, true],
    ["false", true, true],
    ["", false, true],
    [null, false, false],
    [null, null, true],
    [[], false, true],
  ]);

  test.for([true, false, 0, 1, null])("accepts %j as ground truth", (groundTruth) => {
    expect(parsedPrimitive(booleanMatch()).groundTruthProblems(groundTruth)).toEqual([]);
  });

  test.for([2, "maybe", "false", "1", []])("reports %j as ground truth", (groundTruth) => {
    expect(parsedPrimitive(booleanMatch()).groundTruthProblems(groundTruth)).toEqual([
      `expected true or false, found ${JSON.stringify(groundTruth)}`,
    ]);
  });
});

describe("ExactMatch", () => {
  testExamples(exactMatch(), [
    [" Bcl2 ", "BCL2", true],
    [8, "8", true],
    [8.5, "8.5", true],
    ["Mu\u0308ller", "M\u00fcller", true],
    ["Mu\u0308ller", "Muller", false],
    [null, "None", true],
    [true, "TRUE", true],
    ["BCL-2", "BCL2", false],
    [["a", 1, null], "['a', 1, None]", true],
  ]);
  testExamples(exactMatch({ normalize: ["lowercase", "remove_punctuation", "strip"] }), [
    ["Bcl-2.", "BCL2", true],
    ["a - b", "a b", false],
    ["“Bcl2”", "BCL2", false],
    ["a\u037e", "a", true], // the Greek question mark is a semicolon
  ]);
  testExamples(exactMatch({ normalize: [synonyms({ "Mu\u0308ller": "M." })] }), [
    ["M\u00fcller", "M.", true],
    ["Mu\u0308ller", "M.", true],
  ]);
  testExamples(exactMatch({ normalize: [] }), [["a", "A", false]]);
  testExamples(exactMatch({ normalize: ["lowercase", "strip", synonyms({ "bcl-2": "bcl2", Bcl: "x" })] }), [
    [" BCL-2", "bcl2", true],
    ["a BCL-2", "a bcl2", false],
    ["Bcl", "x", false],
    ["constructor", "constructor", true],
  ]);
  testExamples(exactMatch({ normalize: ["collapse_whitespace"] }), [
    ["a\u00a0\n b ", "a b", true],
    ["\u0085a\u001c", "a", true],
    ["\ufeffa", "a", false],
  ]);
});

describe("ContainsAny", () => {
  testExamples(containsAny({ substrings: ["apoptosis", "autophagy"] }), [
    ["Induces apoptosis", null, true],
    ["Apoptosis", "apoptosis", false],
  ]);
  testExamples(containsAny({ substrings: ["Spike"], normalize: ["lowercase"] }), [
    ["SPIKE protein", null, true],
  ]);
  testExamples(containsAny({ substrings: [] }), [["anything", null, false]]);
  testExamples(containsAny({ substrings: [""] }), [["anything", null, true]]);
});

describe("ContainsAll", () => {
  testExamples(containsAll({ substrings: ["phase III", "blind"] }), [
    ["phase III double-blind", null, true],
    ["phase III open", null, false],
  ]);
  testExamples(containsAll({ substrings: [] }), [["anything", null, true]]);
  testExamples(containsAll({ substrings: ["x!"], normalize: ["remove_punctuation"] }), [["x", null, true]]);
});

describe("RegexMatch", () => {
  testExamples(regexMatch({ pattern: String.raw`NCT\d{8}` }), [
    ["id NCT02141282.", null, true],
    ["CT-2014", null, false],
    [null, null, false],
  ]);
  testExamples(regexMatch({ pattern: "^abc$", flags: ["IGNORECASE"] }), [
    ["ABC", null, true],
    ["ABC\n", null, true],
    ["ABC\n\n", null, false],
  ]);
  testExamples(regexMatch({ pattern: "^b", flags: ["MULTILINE"] }), [["a\nb", null, true]]);
  testExamples(regexMatch({ pattern: "^b" }), [["a\nb", null, false]]);
  testExamples(regexMatch({ pattern: "a . b", flags: ["X", "S"] }), [["a\nb", null, true]]);
  testExamples(regexMatch({ pattern: String.raw`\d+` }), [
    [42, null, true],
    ["٣", null, true],
  ]);
  testExamples(regexMatch({ pattern: String.raw`\d+`, flags: ["A"] }), [["٣", null, false]]);
  testExamples(regexMatch({ pattern: "(" }), [["a", null, "raises"]]);

  test("reports a pattern that cannot be read", () => {
    expect(parsedPrimitive(regexMatch({ pattern: "(" })).problems(tools)).toEqual([
      expect.stringContaining("missing ), unterminated group"),
    ]);
  });
});

describe("SemanticMatch", () => {
  testExamples(semanticMatch({ threshold: 0.9 }), [["a", "a", "raises"]]);
});

describe("LiteralMatch", () => {
  testExamples(literalMatch(), [
    ["III", "III", true],
    ["iii", "III", false],
    [1, true, true],
    [3, 3.0, true],
    [null, null, true],
    [null, "None", false],
    [["a", 1], ["a", true], true],
  ]);
});
