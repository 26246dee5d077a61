import { expect, test } from "vitest";
import { markedSegments } from "./marked-segments.ts";

const text = "a👩‍🔬b venetoclax binds BCL-2 c";
const mark = (quote: string, tag: string) => {
  const start = text.indexOf(quote);
  return { start, end: start + quote.length, tag, item: 1 };
};
const shown = (...marks: ReturnType<typeof mark>[]) =>
  markedSegments(text, marks).map(({ start, end, over, ending }) => [
    text.slice(start, end),
    over.map(({ tag }) => tag).join(" "),
    ending.map(({ tag }) => tag).join(" "),
  ]);

test("a text is divided where passages begin and end, and its pieces are the text", () => {
  const pieces = shown(mark("venetoclax binds", "1"), mark("binds BCL-2", "2"), mark("👩‍🔬", "3"));
  expect(pieces).toEqual([
    ["a", "", ""],
    ["👩‍🔬", "3", "3"],
    ["b ", "", ""],
    ["venetoclax ", "1", ""],
    ["binds", "1 2", "1"],
    [" BCL-2", "2", "2"],
    [" c", "", ""],
  ]);
  expect(pieces.map(([piece]) => piece).join("")).toBe(text);
});

test("of passages within one another the shorter comes last, and equal ones are both told", () => {
  expect(shown(mark("venetoclax", "2"), mark("venetoclax binds", "1"), mark("venetoclax", "3"))[1]).toEqual([
    "venetoclax",
    "1 2 3",
    "2 3",
  ]);
});

test("a place that the text does not have is left out", () => {
  expect(markedSegments("ab", [{ start: 1, end: 9, tag: "1", item: 1 }])).toMatchObject([
    { start: 0, end: 2, over: [] },
  ]);
  expect(markedSegments("", [])).toEqual([]);
});
