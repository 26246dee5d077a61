import fc from "fast-check";
import { expect, test } from "vitest";
import { md5 } from "../../base/index.ts";
import { pythonSample } from "./python-sample.ts";

const seedOf = (id: string) => Number(BigInt(`0x${md5(id)}`) & 0x7fffffffn);

test.each([
  ["qid-1", 2, 6, [4, 5]],
  ["qid-1", 3, 10, [9, 2, 1]],
  ["qid-1", 5, 40, [36, 9, 32, 7, 26]],
  ["qid-2", 3, 10, [1, 9, 6]],
  ["urn:uuid:question-x", 5, 40, [23, 36, 4, 26, 27]],
  // where CPython changes its way of drawing
  ["d", 6, 21, [10, 1, 7, 16, 4, 11]],
  ["a", 7, 22, [2, 17, 9, 14, 11, 15, 20]],
  ["b", 21, 85, [20, 67, 82, 56, 17, 15, 76, 43, 75, 7, 2, 8, 73, 29, 22, 4, 81, 80, 49, 57, 71]],
  ["c", 21, 86, [53, 3, 35, 8, 5, 27, 74, 36, 34, 20, 75, 15, 51, 81, 18, 29, 68, 46, 28, 11, 79]],
  ["ü", 1, 1000, [260]],
] as const)("%s: %i of %i", (id, count, length, drawn) => {
  expect(pythonSample(seedOf(id), length, count)).toEqual(drawn);
});

test("different places, as many as asked for, the same each time", () => {
  const wanted = fc.record({
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
    length: fc.integer({ min: 1, max: 200 }),
  });
  fc.assert(
    fc.property(wanted, fc.double({ min: 0, max: 1, noNaN: true }), ({ seed, length }, share) => {
      const count = Math.floor(share * length);
      const drawn = pythonSample(seed, length, count);
      expect(new Set(drawn).size).toBe(count);
      expect(drawn.every((place) => place >= 0 && place < length)).toBe(true);
      expect(pythonSample(seed, length, count)).toEqual(drawn);
    }),
  );
});

test("more numbers than the generator makes at a time", () => {
  const drawn = pythonSample(seedOf("long"), 5000, 900);
  expect(md5(drawn.join(","))).toBe("d6417ab87e191c37262989466d0e98f3");
});
