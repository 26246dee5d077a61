import { describe, expect, test } from "vitest";
import { equalValues, isTruthy, numberOfValue, textOfValue } from "./value-conversion.ts";

describe("textOfValue", () => {
  test.for([
    [null, "None"],
    [true, "True"],
    [8, "8"],
    [0.1, "0.1"],
    [0.00001, "1e-05"],
    [1.5e-7, "1.5e-07"],
    [1e21, "1e+21"],
    [Number.NaN, "nan"],
    [Number.NEGATIVE_INFINITY, "-inf"],
    ["it's", "it's"],
    [["a", 1, null, true], "['a', 1, None, True]"],
    [["it's", 'say "it\'s"\n'], `["it's", 'say "it\\'s"\\n']`],
    [{ a: [1.5], "b c": {} }, "{'a': [1.5], 'b c': {}}"],
  ] as const)("%j is %s", ([value, expected]) => {
    expect(textOfValue(value)).toBe(expected);
  });
});

describe("numberOfValue", () => {
  test.for([
    [5, 5],
    [true, 1],
    [" -2.5E+3\n", -2500],
    ["1_000.5", 1000.5],
    [".5", 0.5],
    ["5.", 5],
    ["+7", 7],
    ["٢٣٫", undefined],
    ["٢٣", 23],
    ["𝟗", 9],
    ["-Infinity", Number.NEGATIVE_INFINITY],
    ["NaN", Number.NaN],
    ["1__0", undefined],
    ["_1", undefined],
    ["1,000", undefined],
    ["0x10", undefined],
    ["5%", undefined],
    ["", undefined],
    [".", undefined],
    [null, undefined],
    [["1"], undefined],
  ] as const)("%j is %s", ([value, expected]) => {
    expect(numberOfValue(value)).toBe(expected);
  });
});

test("empty values do not count as true", () => {
  expect([null, false, 0, "", [], {}].map(isTruthy)).toEqual(Array(6).fill(false));
  expect([true, -1, " ", "false", [0], { a: 0 }].map(isTruthy)).toEqual(Array(6).fill(true));
});

test("values are equal by content", () => {
  expect(equalValues({ a: [1, true], b: null }, { b: null, a: [true, 1] })).toBe(true);
  expect(equalValues({ a: 1 }, { b: 1 })).toBe(false);
  expect(equalValues({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  expect(equalValues([1], { 0: 1 })).toBe(false);
  expect(equalValues("1", 1)).toBe(false);
  expect(equalValues(null, 0)).toBe(false);
});
