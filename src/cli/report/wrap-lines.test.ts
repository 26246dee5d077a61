import * as fc from "fast-check";
import { expect, test } from "vitest";
import { columnsOf } from "./columns.ts";
import { wrapSpans, wrapText } from "./wrap-lines.ts";

const wrapped = (text: string, width: number, glued?: ReadonlySet<number>) =>
  wrapSpans(text, width, glued).map(({ start, end }) => text.slice(start, end));

test("breaks at spaces and keeps lines and indentation", () => {
  expect(wrapped("one two three\n\n  four", 8)).toEqual(["one two", "three", "", "  four"]);
});

test("breaks a word that is wider than a line", () => {
  expect(wrapped("ab https://example.org", 10)).toEqual(["ab", "https://ex", "ample.org"]);
  expect(wrapped("分子標的薬", 4)).toEqual(["分子", "標的", "薬"]);
});

test("takes a text of any length", () => {
  expect(wrapped("a".repeat(2_000_000), 10)).toHaveLength(200_000);
});

test("does not break at glued spaces", () => {
  expect(wrapped("one two three", 9, new Set([7]))).toEqual(["one", "two three"]);
});

test("texts of models are made harmless", () => {
  expect(wrapText("\u001b[31mred\u001b[0m\talert\n", 20)).toEqual(["red  alert"]);
});

test("no line is wider than asked for, and no word is lost", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "bc", " ", "\n", "é", "分", "😀"), maxLength: 60 });
  fc.assert(
    fc.property(text, fc.integer({ min: 2, max: 12 }), (plain, width) => {
      const lines = wrapped(plain, width);
      for (const line of lines)
        if (line.trim() !== "") expect(columnsOf(line.trimStart())).toBeLessThanOrEqual(width);
      expect(lines.join("").replace(/\s/g, "")).toBe(plain.replace(/\s/g, ""));
    }),
  );
});
