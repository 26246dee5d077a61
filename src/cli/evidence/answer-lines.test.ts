import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import type { Mark } from "../../report/index.ts";
import { answerLines, legendText } from "./answer-lines.ts";
import { visibleText } from "./visible-text.ts";

const plain = { rich: false, columns: 40 };
const colourful = { rich: true, columns: 40 };
const markOf = (text: string, quote: string, item = 1): Mark => {
  const start = text.indexOf(quote);
  return { start, end: start + quote.length, item, tag: String(item) };
};

describe("a text", () => {
  const text = "It binds BCL-2 tightly, as three studies of the drug have shown.";
  const marks = [markOf(text, "binds BCL-2"), markOf(text, "BCL-2 tightly", 2)];

  test("without colours has its quotations between markers", () => {
    expect(answerLines({ text, marks }, plain, false)).toEqual([
      "| It [[1: binds [[2: BCL-2[[/1]]",
      "| tightly]], as three studies of the",
      "| drug have shown.",
    ]);
  });

  test("with colours has them too, in the colour of each and bold where they overlap", () => {
    const lines = answerLines({ text, marks }, colourful, false);
    expect(lines.map(stripVTControlCharacters)).toEqual([
      "│ It ⟦1: binds ⟦2: BCL-2⟦/1⟧ tightly⟧,",
      "│ as three studies of the drug have",
      "│ shown.",
    ]);
    expect(lines[0]).toContain("\u001b[36m\u001b[4mbinds ");
    expect(lines[0]).toContain("\u001b[35m\u001b[4m\u001b[1mBCL-2");
  });

  test("is told apart from lines of this program, which a model may imitate", () => {
    expect(answerLines({ text: "No.\nVerdict   pass", marks: [] }, plain, false)).toEqual([
      "| No.",
      "| Verdict   pass",
    ]);
  });

  test("cannot command the terminal, and marks stay in place", () => {
    const hostile = "\u001b]0;title\u0007 and \u009b31m\u202ered\r\nend";
    expect(answerLines({ text: hostile, marks: [markOf(hostile, "end")] }, plain, false)).toEqual([
      "| ␛]0;title␇ and \ufffd31m\ufffdred",
      "| {{1: end}}",
    ]);
    expect(visibleText(hostile)).toHaveLength(hostile.length);
  });

  test("without a word is said to be empty", () => {
    expect(answerLines({ text: " \n", marks: [] }, plain, false)).toEqual(["(empty)"]);
  });
});

describe("a long text", () => {
  const sentence = "Many proteins regulate apoptosis in cells. ";
  const text = `${sentence.repeat(100)}It binds BCL-2. ${sentence.repeat(100)}`;
  const wide = { rich: false, columns: 400 };

  test("is shown around its quotations, with how much was left out", () => {
    const lines = answerLines({ text, marks: [markOf(text, "binds BCL-2")] }, wide, false);
    expect(lines[0]).toMatch(/^\.\.\. 4,0\d\d characters \.\.\.$/);
    expect(lines.join(" ")).toContain("It [[1: binds BCL-2]].");
    expect(lines.at(-1)).toMatch(/^\.\.\. 4,0\d\d characters \.\.\.$/);
    expect(lines.length).toBeLessThan(8);
  });

  test("is shown by its beginning and end where nothing is quoted", () => {
    const lines = answerLines({ text, marks: [] }, wide, false);
    expect(lines.filter((line) => line.startsWith("..."))).toHaveLength(1);
    expect(lines[0]).toMatch(/^\| Many proteins/);
  });

  test("is shown whole when asked for", () => {
    const lines = answerLines({ text, marks: [] }, wide, true);
    expect(lines.map((line) => line.slice(2)).join(" ")).toBe(text.trimEnd());
  });
});

test("the legend names what numbers stand for", () => {
  const item = {
    role: "evidence" as const,
    excerpts: [],
    explanations: [],
    reasoning: null,
    rejected: [],
    risk: null,
    lacksExcerpts: false,
    notes: [],
  };
  const items = [
    { ...item, kind: "attribute", name: "target", number: 1 },
    { ...item, kind: "trait", name: "warns\n\u001b[31m", number: 2 },
  ] as const;
  expect(legendText(items, plain)).toBe("Quoted for: 1 target, 2 warns ␛[31m (trait)");
});
