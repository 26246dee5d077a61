import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Mark } from "../../report/index.ts";
import { type Brackets, bracketsFor, markText } from "./mark-text.ts";

const rich: Brackets = { open: "⟦", close: "⟧", closesByName: false };
const marked = (text: string, marks: readonly Mark[], brackets = rich) =>
  markText(text, marks, brackets).text;
const mark = (item: number, start: number, end: number, tag = String(item)): Mark => ({
  item,
  start,
  end,
  tag,
});

describe("marks", () => {
  test("stand around a passage", () => {
    expect(marked("abcdef", [mark(1, 2, 4)])).toBe("ab⟦1: cd⟧ef");
  });

  test("nest, the longer one outside whatever their order", () => {
    expect(marked("abcdef", [mark(1, 2, 4), mark(2, 2, 6)])).toBe("ab⟦2: ⟦1: cd⟧ef⟧");
    expect(marked("abcdef", [mark(1, 0, 6), mark(2, 2, 4)])).toBe("⟦1: ab⟦2: cd⟧ef⟧");
  });

  test("overlap: the one that ends first names itself", () => {
    expect(marked("abcdef", [mark(1, 0, 4), mark(2, 2, 6)])).toBe("⟦1: ab⟦2: cd⟦/1⟧ef⟧");
  });

  test("touch: one ends before the next begins", () => {
    expect(marked("abcd", [mark(1, 0, 2), mark(2, 2, 4)])).toBe("⟦1: ab⟧⟦2: cd⟧");
  });

  test("of the same passage stand inside one another", () => {
    expect(marked("ab", [mark(1, 0, 2, "1.1"), mark(1, 0, 2, "1.2")])).toBe("⟦1.1: ⟦1.2: ab⟧⟧");
  });

  test("say which parts are quoted more than once", () => {
    const { text, styles } = markText("abcdef", [mark(1, 0, 4), mark(2, 2, 6)], rich);
    expect(styles.map(({ start, end, item, kind }) => `${text.slice(start, end)} ${item} ${kind}`)).toEqual([
      "⟦1:  1 marker",
      "ab 1 quoted",
      "⟦2:  2 marker",
      "cd 2 overlap",
      "⟦/1⟧ 1 marker",
      "ef 2 quoted",
      "⟧ 2 marker",
    ]);
  });
});

describe("brackets", () => {
  const pair = (text: string, isRich: boolean) => {
    const { open, close } = bracketsFor(text, isRich);
    return `${open} ${close}`;
  };

  test("are ASCII where nothing else is welcome", () => {
    expect(pair("text", true)).toBe("⟦ ⟧");
    expect(pair("text", false)).toBe("[[ ]]");
  });

  test("are never those of the text", () => {
    expect(pair("a ⟦1: fake⟧", true)).toBe("[[ ]]");
    expect(pair("as shown [1]", false)).toBe("{{ }}");
    expect(pair("as {shown} [1]", false)).toBe("<< >>");
  });

  test("of a text that has them all end by name", () => {
    const text = "a [[0]] < b} [1]";
    expect(marked(text, [mark(1, 0, text.length)], bracketsFor(text, false))).toBe(
      "[[[1: a [[0]] < b} [1][[[/1]]]",
    );
  });
});

/** Takes markers out and says what they enclosed, reading as a person would. */
function unmark(text: string, { open, close }: Brackets) {
  const quote = (literal: string) => literal.replace(/[[\]{}]/g, "\\$&");
  const marker = new RegExp(
    `${quote(open)}(\\d+): |${quote(open)}/(\\d+)${quote(close)}|${quote(close)}`,
    "g",
  );
  const found: { tag: string; start: number; end: number }[] = [];
  let stack: { tag: string; start: number }[] = [];
  let plain = "";
  let done = 0;
  for (const match of text.matchAll(marker)) {
    plain += text.slice(done, match.index);
    done = match.index + match[0].length;
    const [, opened, closed] = match;
    if (opened !== undefined) {
      stack.push({ tag: opened, start: plain.length });
      continue;
    }
    const ended = closed === undefined ? stack.at(-1) : stack.find(({ tag }) => tag === closed);
    if (ended === undefined) throw new Error(`nothing to close in ${text}`);
    stack = stack.filter((other) => other !== ended);
    found.push({ ...ended, end: plain.length });
  }
  return { plain: plain + text.slice(done), found };
}

test("taking markers out gives text and marks back, however they overlap", () => {
  const text = fc.string({
    unit: fc.constantFrom("a", "b", " ", "[", "]", "{", "<", ":", "/", "1", "⟦", "\n"),
    maxLength: 30,
  });
  const place = fc.nat(30);
  const spans = fc.array(fc.tuple(place, place), { maxLength: 6 });
  fc.assert(
    fc.property(text, spans, fc.boolean(), (plain, pairs, isRich) => {
      const marks = pairs
        .map(([a, b], at) =>
          mark(at + 1, Math.min(a, b, plain.length), Math.min(Math.max(a, b), plain.length)),
        )
        .filter(({ start, end }) => start < end);
      const brackets = bracketsFor(plain, isRich);
      const read = unmark(marked(plain, marks, brackets), brackets);
      expect(read.plain).toBe(plain);
      const sorted = (spansOf: readonly { tag: string; start: number; end: number }[]) =>
        spansOf.map(({ tag, start, end }) => `${tag} ${start} ${end}`).sort();
      expect(sorted(read.found)).toEqual(sorted(marks));
    }),
  );
});
