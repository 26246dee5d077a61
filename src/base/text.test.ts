import { expect, test } from "vitest";
import { codePointLength, collapseWhiteSpace, stripWhiteSpace, wordsOf } from "./text.ts";

test("white space is stripped from both ends only", () => {
  expect(stripWhiteSpace(" \u00a0a b\u3000\n")).toBe("a b");
  expect(stripWhiteSpace("\u0085\u001c")).toBe("");
  expect(stripWhiteSpace("\ufeffa")).toBe("\ufeffa");
  expect(stripWhiteSpace("\u200ba")).toBe("\u200ba");
});

test("runs of white space collapse", () => {
  expect(collapseWhiteSpace("\ta \u2003\u0085 b ")).toBe("a b");
});

test("words are what white space separates", () => {
  expect(wordsOf(" a\u00a0b\n\nc ")).toEqual(["a", "b", "c"]);
  expect(wordsOf(" ")).toEqual([]);
});

test("length counts code points", () => {
  expect(codePointLength("é😀x")).toBe(3);
});
