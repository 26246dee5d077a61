import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compareCodePoints,
  type JsonValue,
  KareninaError,
  parsePythonJson,
  renderPythonJson,
} from "./index.ts";
import { anyCharacter } from "./testing/any-character.ts";

describe("renderPythonJson", () => {
  it("writes what Python's json.dumps writes, byte for byte", () => {
    const value = {
      b: "é😀",
      a: null,
      "\uffff": 1,
      "😀": 2,
      Z: [true, false, {}],
      "": '\x7f\n\t"\\/\x00\u2028',
    };
    expect(renderPythonJson(value, { sortKeys: true })).toBe(
      String.raw`{"": "\u007f\n\t\"\\/\u0000\u2028", "Z": [true, false, {}], "a": null, "b": "\u00e9\ud83d\ude00", "\uffff": 1, "\ud83d\ude00": 2}`,
    );
  });

  it.each([
    [1e16, "1e+16"],
    [123456789012345680000, "1.2345678901234568e+20"],
    [1e-5, "1e-05"],
    [0.0001, "0.0001"],
    [1.5e-7, "1.5e-07"],
    [1e300, "1e+300"],
    [-0, "-0.0"],
    [-2.5e-10, "-2.5e-10"],
    [12345.678, "12345.678"],
    [9007199254740991, "9007199254740991"],
    [Number.NaN, "NaN"],
    [Number.NEGATIVE_INFINITY, "-Infinity"],
  ])("writes the number %d as %s", (value, text) => {
    expect(renderPythonJson(value)).toBe(text);
  });

  it("keeps the order of keys unless asked to sort them", () => {
    expect(renderPythonJson({ b: 1, a: 2 })).toBe('{"b": 1, "a": 2}');
  });

  it("is read back by JSON.parse as the same value", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        // fast-check types its JSON values as unknown
        const json = value as JsonValue;
        expect(JSON.parse(renderPythonJson(json))).toEqual(json);
      }),
    );
  });

  it("uses ASCII only", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        expect(renderPythonJson(text)).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

describe("compareCodePoints", () => {
  it("orders as the code points do, where UTF-16 units would not", () => {
    const points = (text: string) => Array.from(text, (character) => character.codePointAt(0) ?? 0);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        const a = points(left);
        const b = points(right);
        const at = a.findIndex((point, index) => point !== b[index]);
        const expected = at === -1 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? -1);
        expect(Math.sign(compareCodePoints(left, right))).toBe(Math.sign(expected));
      }),
    );
    expect(compareCodePoints("\uffff", "😀")).toBeLessThan(0);
  });
});

describe("parsePythonJson", () => {
  it("reads bare NaN and Infinity as null and leaves the words in texts alone", () => {
    expect(parsePythonJson('{"a": [NaN, -Infinity, Infinity], "b": "NaN \\" Infinity"}', "x.json")).toEqual({
      a: [null, null, null],
      b: 'NaN " Infinity',
    });
  });

  it("skips a byte order mark", () => {
    expect(parsePythonJson("\uFEFF[1]", "x.json")).toEqual([1]);
  });

  it("names the file it could not read", () => {
    expect(() => parsePythonJson("{", "x.json")).toThrow(KareninaError);
    expect(() => parsePythonJson("{", "x.json")).toThrow(/^x\.json is not valid JSON/);
  });
});
