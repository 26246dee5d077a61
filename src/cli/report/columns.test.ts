import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oneLine } from "../../base/index.ts";
import { anyCharacter } from "../../base/testing/any-character.ts";
import { columnsOf, cutToColumns, padToColumns } from "./columns.ts";

const red = (text: string) => `\u001b[31m${text}\u001b[39m`;

test("columns: wide characters take two, marks and escape sequences none", () => {
  expect(columnsOf("abc")).toBe(3);
  expect(columnsOf("héllo")).toBe(5);
  expect(columnsOf("e\u0301")).toBe(1);
  expect(columnsOf("日本語")).toBe(6);
  expect(columnsOf("한국")).toBe(4);
  expect(columnsOf("😀!")).toBe(3);
  expect(columnsOf(red("ok"))).toBe(2);
});

describe("cutting", () => {
  test("keeps what fits, and marks what does not", () => {
    expect(cutToColumns("abcdef", 6)).toBe("abcdef");
    expect(cutToColumns("abcdefg", 6)).toBe("abc...");
    expect(cutToColumns("日本語日本語", 8)).toBe("日本...");
    expect(cutToColumns("abcdef", 2)).toBe("..");
  });

  test("keeps colours and ends them", () => {
    expect(cutToColumns(`${red("abcdef")} and more`, 6)).toBe(`\u001b[31mabc...\u001b[39m`);
    expect(cutToColumns(`${red("ab")}cdefgh`, 6)).toBe(`${red("ab")}c...`);
  });

  test("never leaves more columns than allowed", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), fc.nat(40), (text, limit) => {
        expect(columnsOf(cutToColumns(oneLine(text), limit))).toBeLessThanOrEqual(limit);
      }),
    );
  });
});

test("padding counts columns", () => {
  expect(padToColumns("日本", 6)).toBe("日本  ");
  expect(padToColumns("12", 4, "right")).toBe("  12");
  expect(padToColumns("long", 2)).toBe("long");
});

test("a model's text cannot move the cursor, set colours, break the line or turn the direction of writing", () => {
  expect(oneLine(`a\u001b[2Jb\u001b]0;title\u0007c\r\nd\t e\u0000\u0008\u202egnp`)).toBe("abc d egnp");
});
