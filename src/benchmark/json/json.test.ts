import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editEntries } from "./edit-entries.ts";
import { type JsonTree, plainOf, treeOf } from "./json-tree.ts";
import { maximumDepth, parseJson } from "./parse-json.ts";
import { parsePlainList } from "./plain-json.ts";
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

describe("parsePlainList", () => {
  const reread = (text: string) => {
    const plain = parsePlainList(text, "list");
    return plain && { ...plain.root, list: [...plain.items] };
  };
  const members = fc.array(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }));

  it("reads what the writer writes, and what JSON.stringify writes", () => {
    const ofKeys = fc.dictionary(fc.string(), fc.jsonValue());
    fc.assert(
      fc.property(ofKeys, members, fc.constantFrom("", "\n"), (more, list, end) => {
        const text = JSON.stringify({ first: more, list, last: more }, null, 2) + end;
        expect(reread(text)).toEqual(plainOf(read(text)));
        expect(writeJson(read(text)) + end).toBe(text);
      }),
    );
  });

  it("reads its members anew each time", () => {
    const plain = parsePlainList(JSON.stringify({ list: [{ a: 1 }, { a: 2 }] }, null, 2), "list");
    expect([plain && [...plain.items], plain && [...plain.items]]).toEqual(
      Array(2).fill([{ a: 1 }, { a: 2 }]),
    );
  });

  it("never takes a text for another, wherever it is changed", () => {
    const change = fc.tuple(
      fc.nat(),
      fc.nat(3),
      fc.constantFrom("", ",", "\n", " ", "}", "]", '"', "1", "{"),
    );
    fc.assert(
      fc.property(members, change, (list, [place, removed, added]) => {
        const text = JSON.stringify({ first: 1, list, last: 2 }, null, 2);
        const at = place % text.length;
        const changed = text.slice(0, at) + added + text.slice(at + removed);
        const plain = reread(changed);
        if (plain === undefined || plain.list.includes(undefined)) return;
        expect(plain).toEqual(plainOf(read(changed)));
      }),
      { numRuns: 1000 },
    );
  });

  const faults: [string, string][] = [
    ["a key that stands twice", '"a": 1, "a": 1'],
    ["a number that is spelled otherwise", '"a": 1.0'],
    ["a zero with a sign", '"a": -0'],
    ["keys that a value has in another order", '"b": 1, "1": 1'],
    ["another layout", '"a" : 1'],
    ["an escape that is not needed", '"a": "\\u0041"'],
    ["what is no JSON", '"a": NaN'],
    ["deep nesting", `"a": ${"[".repeat(200)}1${"]".repeat(200)}`],
  ];

  it.each(faults)("leaves %s in the root to the tree", (_, entries) => {
    expect(
      parsePlainList(`{\n  ${entries.replace(", ", ",\n  ")},\n  "list": []\n}`, "list"),
    ).toBeUndefined();
  });

  it.each(faults)("leaves a member with %s to the tree", (_, entries) => {
    const member = `    {\n      ${entries.replace(", ", ",\n      ")}\n    }`;
    expect(reread(`{\n  "list": [\n${member}\n  ]\n}`)?.list).toEqual([undefined]);
  });

  it.each([
    ["no list of this name", '{\n  "other": []\n}'],
    ["the list in another object", '{\n  "other": {\n    "list": []\n  }\n}'],
    ["the list twice", '{\n  "list": [],\n  "list": []\n}'],
    ["another value of this name", '{\n  "list": 1\n}'],
    ["more than one line end", '{\n  "list": []\n}\n\n'],
  ])("leaves %s to the tree", (_, text) => {
    expect(parsePlainList(text, "list")).toBeUndefined();
  });

  it("reads what is nested as deeply as may be, and nothing deeper", () => {
    const nested = (depth: number) =>
      JSON.stringify({ list: [{ a: JSON.parse("[".repeat(depth) + "]".repeat(depth)) }] }, null, 2);
    const deepest = nested(maximumDepth - 3);
    expect(reread(deepest)).toEqual(plainOf(read(deepest)));
    expect(reread(nested(maximumDepth - 2))?.list).toEqual([undefined]);
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
