import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editEntries } from "./edit-entries.ts";
import { type JsonTree, plainOf, treeOf } from "./json-tree.ts";
import { maximumDepth, parseJson, parsePlainJson } from "./parse-json.ts";
import { writeJson } from "./write-json.ts";

function read(text: string): JsonTree {
  const reading = parseJson(text);
  if ("fault" in reading) throw new Error(reading.fault.message);
  return reading.tree;
}

describe("parseJson", () => {
  it("reads what JSON.parse reads", () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom(0, 1, "\t"), (text, indent) => {
        const value = JSON.parse(text);
        expect(plainOf(read(JSON.stringify(value, null, indent)))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("agrees with JSON.parse about which texts are JSON", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"a"',
      '"b\\u00e9"',
      '"\\x"',
      "1",
      "-",
      "01",
      "1.5e3",
      ".5",
      "true",
      "nul",
      " ",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        const accepts = (() => {
          try {
            JSON.parse(text);
            return true;
          } catch {
            return false;
          }
        })();
        const reading = parseJson(text);
        const twice = "fault" in reading && reading.fault.message.includes("twice");
        expect(twice || "tree" in reading === accepts).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ["{", 1, 2, "expected a key in double quotes, found the end of the file; it may be cut off"],
    ['{"a": 1', 1, 8, 'expected "," or "}", found the end of the file; it may be cut off'],
    ['{\n  "a": [1,\n  2 3]}', 3, 5, 'expected "," or "]", found "3"'],
    ['{"a": tru}', 1, 7, 'expected a value, found "tru"'],
    ['{"a" 1}', 1, 6, 'expected ":", found "1"'],
    ['{"a": "b', 1, 7, "this text is never closed; the file may be cut off"],
    ['["\\x"]', 1, 2, "this text holds a bad escape or a raw control character"],
    ["[1] 2", 1, 5, 'expected the end of the file, found "2"'],
    ['{"a": 1, "a": 2}', 1, 10, 'the key "a" stands twice in one object'],
    ["", 1, 1, "expected a value, found the end of the file; it may be cut off"],
  ])("tells where %j goes wrong", (text, line, column, message) => {
    expect(parseJson(text)).toEqual({ fault: { line, column, message } });
  });

  it("refuses deep nesting without running out of stack", () => {
    expect(parseJson("[".repeat(1_000_000))).toMatchObject({
      fault: { message: `nested deeper than ${maximumDepth} levels` },
    });
    expect(parseJson("[".repeat(maximumDepth) + "]".repeat(maximumDepth))).toHaveProperty("tree");
  });

  it("keeps keys that would reach a prototype as plain entries", () => {
    const value = plainOf(read('{"__proto__": {"polluted": true}, "constructor": 1}'));
    expect(Object.keys(value ?? {})).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

describe("parsePlainJson", () => {
  it("reads what the writer writes, and what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.constantFrom("", "\n"), (value, end) => {
        const text = JSON.stringify({ first: value }, null, 2) + end;
        expect(parsePlainJson(text)).toEqual(plainOf(read(text)));
        expect(parsePlainJson(writeJson(treeOf({ first: 1 })))).toEqual({ first: 1 });
      }),
    );
  });

  it.each([
    ["a key that stands twice", '{\n  "a": 1,\n  "a": 1\n}'],
    ["a number that is spelled otherwise", '{\n  "a": 1.0\n}'],
    ["a zero with a sign", '{\n  "a": -0\n}'],
    ["keys that a value has in another order", '{\n  "b": 1,\n  "1": 1\n}'],
    ["another layout", '{"a": 1}'],
    ["an escape that is not needed", '{\n  "a": "\\u0041"\n}'],
    ["more than one line end", '{\n  "a": 1\n}\n\n'],
    ["what is no JSON", '{\n  "a": NaN\n}'],
    ["deep nesting", JSON.stringify({ a: JSON.parse("[".repeat(200) + "]".repeat(200)) }, null, 2)],
  ])("leaves %s to the tree", (_, text) => {
    expect(parsePlainJson(text)).toBeUndefined();
  });

  it("reads what is nested as deeply as may be", () => {
    const text = JSON.stringify({ a: JSON.parse("[".repeat(199) + "]".repeat(199)) }, null, 2);
    expect(parsePlainJson(text)).toEqual(plainOf(read(text)));
  });
});

describe("writeJson", () => {
  it("writes back what was read, spelling of numbers and order of keys included", () => {
    const text =
      '{\n  "2": 1.0,\n  "1": 12345678901234567890,\n  "é": [\n    -0,\n    1e400,\n    NaN\n  ],\n  "__proto__": {},\n  "none": []\n}';
    expect(writeJson(read(text))).toBe(text);
  });

  it("lays out plain values as JSON.stringify does", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        // fast-check's type is mutable JSON; undefined never occurs in it
        const plain = JSON.parse(JSON.stringify(value));
        expect(writeJson(treeOf(plain))).toBe(JSON.stringify(plain, null, 2));
      }),
    );
  });
});

describe("editEntries", () => {
  const original = new Map<string, JsonTree>([
    ["unknown", 1],
    ["b", 2],
    ["d", 3],
  ]);

  it("puts new keys in their place and leaves the others where they are", () => {
    const changes = new Map<string, JsonTree | undefined>([
      ["c", "new"],
      ["a", "first"],
      ["d", undefined],
      ["b", "changed"],
    ]);
    expect([...editEntries(original, ["a", "b", "c", "d"], changes)]).toEqual([
      ["a", "first"],
      ["unknown", 1],
      ["b", "changed"],
      ["c", "new"],
    ]);
    expect(original.get("b")).toBe(2);
  });
});
