import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { propertyRuns } from "../base/testing/property-runs.ts";
import { indexText } from "./index.ts";
import { quotation, randomOf, sentence } from "./testing/generated-prose.ts";

function locate(text: string, excerpt: string) {
  const { similarity, range } = indexText(text).locate(excerpt);
  return { similarity, passage: range && text.slice(range.start, range.end) };
}

const characters = (excerpt: string) => excerpt.replaceAll(" ", "").length;

describe("slips within a word cost the characters that differ", () => {
  test.for([
    ["a character put in", "the drug binds its target", "the drrug binds its target", 1],
    ["a character left out", "the drug binds its target", "the drug bnds its target", 1],
    ["a character substituted", "the drug binds its target", "the drug bimds its target", 1],
    ["neighbours exchanged", "the drug binds its target", "the drug bidns its target", 1],
    ["case", "the drug binds its target", "The drug BINds its target", 4],
    ["a word written as two", "the drug binds its targets", "the drug binds its tar gets", 1],
    ["two words written as one", "the drug binds its tar gets", "the drug binds its targets", 1],
    ["a hyphen left out", "they show BCL-2 is bound", "they show BCL2 is bound", 1],
    ["a hyphen put in", "they show BCL2 is bound", "they show BCL-2 is bound", 1],
    ["an apostrophe left out", "they don't bind at all", "they dont bind at all", 1],
    ["two slips in a long word", "a phosphatidylinositol signal", "a phosfatidylinositol signal", 2],
    ["a short word substituted", "the cat sat on it all", "the cut sat on it all", 3],
    ["a character of Chinese", "这种药物抑制蛋白质的活性", "这种药物抑制蛋白脂的活性", 1],
    ["a character of Thai", "ยานี้ยับยั้งโปรตีน", "ยานี้ยับยังโปรตีน", 1],
  ] as const)("%s", ([, text, excerpt, cost]) => {
    const { similarity, passage } = locate(`Before it. ${text}, and after it.`, excerpt);
    expect(passage).toBe(text);
    expect(similarity).toBeCloseTo(1 - cost / characters(excerpt), 10);
  });
});

test("the passage begins and ends with what is in both", () => {
  expect(locate("One two three four five six seven", "Eleven three four five twelve").passage).toBe(
    "three four five",
  );
});

test("of equally good passages the first", () => {
  const text = "It binds well here. ".repeat(200);
  expect(indexText(text).locate("It binds badly here").range).toEqual({ start: 0, end: 18 });
});

test("a sequence without spaces is aligned by character", () => {
  const random = randomOf(7);
  const sequence = Array.from({ length: 400 }, () => "ACDEFGHIKLMNPQRSTVWY"[Math.floor(random() * 20)]).join(
    "",
  );
  const text = `The sequence ${sequence} was used.`;
  const altered = `${sequence.slice(0, 150)}x${sequence.slice(151, 300)}`;
  expect(locate(text, altered)).toEqual({ similarity: 1 - 1 / 300, passage: sequence.slice(0, 300) });
  expect(locate(text, `${sequence.slice(40, 60)}x${sequence.slice(61, 90)}`)).toEqual({
    similarity: 1 - 1 / 50,
    passage: sequence.slice(40, 90),
  });
});

test("an excerpt of many thousand words is aligned piece by piece", () => {
  const random = randomOf(8);
  const sentences = Array.from({ length: 600 }, () => sentence(random));
  const text = sentences.join(" ");
  const quoted = sentences.slice(100, 400);
  const altered = quoted
    .map((line, at) => (at % 50 === 7 ? line.replace(/ \S+/, " otherwise") : line))
    .join(" ");
  const { similarity, passage } = locate(text, altered);
  expect(similarity).toBeGreaterThan(0.995);
  expect(similarity).toBeLessThan(1);
  expect(passage).toBe(quoted.join(" "));
});

test("any one character put into a quotation costs one character at most", () => {
  const random = randomOf(11);
  const index = indexText(Array.from({ length: 20 }, () => sentence(random)).join(" "));
  const count = fc.integer({ min: 5, max: 40 });
  fc.assert(
    fc.property(count, fc.nat(300), fc.constantFrom(..."aeX7.,-;(é 中ß"), (words, offset, put) => {
      const excerpt = quotation(random, index.text, words);
      const at = Math.min(offset, excerpt.length);
      const altered = excerpt.slice(0, at) + put + excerpt.slice(at);
      const { similarity, range } = index.locate(altered);
      expect((1 - similarity) * characters(altered)).toBeLessThan(1.2);
      expect(range?.end).toBeGreaterThan(0);
    }),
    { numRuns: propertyRuns(100), seed: 1 },
  );
});

test("whatever text and excerpt, a similarity from 0 to 1 and a range within the text", () => {
  const unit = fc.constantFrom(
    ..."ab cÉé\u0301\u0323ﬁ½…\"“'-—*_`~[](). \n\u200b\ud800\udc00中ก",
    "...",
    "[...]",
    "~~",
  );
  const text = fc.string({ unit, maxLength: 60 });
  fc.assert(
    fc.property(text, text, (given, excerpt) => {
      const { similarity, range, kind } = indexText(given).locate(excerpt);
      expect(similarity).toBeGreaterThanOrEqual(0);
      expect(similarity).toBeLessThanOrEqual(1);
      expect(range === null).toBe(kind === "none");
      expect(similarity > 0).toBe(range !== null);
      if (range !== null) {
        expect(range.start).toBeGreaterThanOrEqual(0);
        expect(range.end).toBeGreaterThan(range.start);
        expect(range.end).toBeLessThanOrEqual(given.length);
      }
    }),
    { numRuns: propertyRuns(400), seed: 2 },
  );
});

test.each([
  ["in 2018 the trial began", "in 2016 the trial began"],
  ["BCL3 is what venetoclax binds", "BCL2 is what venetoclax binds"],
  ["a dose of 100 mg daily", "a dose of 10 mg daily"],
])("another number is another word: %s", (excerpt, text) => {
  const [wrong = ""] = excerpt.split(" ").filter((word) => !text.split(" ").includes(word));
  const share = wrong.length / excerpt.replaceAll(" ", "").length;
  expect(indexText(text).locate(excerpt).similarity).toBeCloseTo(1 - share, 2);
});

test("the lines of a table say nothing of what stands in it", () => {
  const table = (name: string, disease: string) =>
    `| Target | Disease |\n|--------|---------|\n| ${name} | ${disease} |`;
  const text = indexText(table("BCL2", "CLL"));
  expect(text.locate(table("KRAS", "lung")).similarity).toBeLessThan(0.8);
  expect(text.locate(table("BCL2", "CLL"))).toMatchObject({ similarity: 1, kind: "exact" });
  expect(text.locate("| Target | Disease | |---|---| | BCL2 | CLL |")).toMatchObject({ similarity: 1 });
});
