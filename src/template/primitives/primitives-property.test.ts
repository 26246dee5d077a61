import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  exactMatch,
  numericExact,
  numericGraded,
  numericMaximum,
  numericMinimum,
  numericRangeGraded,
  numericThresholdGraded,
  numericTolerance,
  orderedMatch,
  setContainment,
} from "./index.ts";
import { parsedPrimitive, tools } from "./testing/examples.ts";
import { type NormalizerName, normalizeText } from "./text/normalizer.ts";

const finite = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 });
const positive = fc.double({ noNaN: true, min: 1e-6, max: 1e6 });
const items = fc.array(
  fc.oneof(fc.constantFrom("a", "b", "c", "1"), fc.integer({ min: 0, max: 3 }), fc.boolean()),
);

describe("normalizers", () => {
  const names: NormalizerName[] = ["lowercase", "strip", "remove_punctuation", "collapse_whitespace"];
  test.for(names)("%s changes nothing the second time", (name) => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const once = normalizeText(text, [name]);
        expect(normalizeText(once, [name])).toBe(once);
      }),
    );
  });
});

describe("equality", () => {
  test("every text equals itself, and equality is symmetric", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        const primitive = parsedPrimitive(exactMatch());
        expect(primitive.check(left, left, tools)).toBe(true);
        expect(primitive.check(left, right, tools)).toBe(primitive.check(right, left, tools));
      }),
    );
  });

  test("every number equals the text it prints as", () => {
    fc.assert(
      fc.property(finite, (number) => {
        expect(parsedPrimitive(numericExact()).check(number, String(number), tools)).toBe(true);
      }),
    );
  });

  test("a list equals itself in order only", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer(), { minLength: 2 }), (list) => {
        const primitive = parsedPrimitive(orderedMatch());
        expect(primitive.check(list, list, tools)).toBe(true);
        expect(primitive.check(list.toReversed(), list, tools)).toBe(false);
      }),
    );
  });
});

describe("numeric gates", () => {
  test("agree with their definitions", () => {
    fc.assert(
      fc.property(finite, finite, positive, (value, truth, tolerance) => {
        const passes = (spec: Parameters<typeof parsedPrimitive>[0]) =>
          parsedPrimitive(spec).check(value, truth, tools);
        const distance = Math.abs(value - truth);
        expect(passes(numericTolerance({ tolerance, mode: "absolute" }))).toBe(distance <= tolerance);
        expect(passes(numericTolerance({ tolerance }))).toBe(
          truth === 0 ? value === 0 : distance / Math.abs(truth) <= tolerance,
        );
        expect(passes(numericMinimum())).toBe(value >= truth);
        expect(passes(numericMaximum({ exclusive: true }))).toBe(value < truth);
        expect(passes(numericMinimum({ exclusive: true }))).toBe(!passes(numericMaximum()));
      }),
    );
  });
});

describe("graded credit", () => {
  const graded = fc.record({
    mode: fc.constantFrom("relative", "absolute"),
    decay: fc.constantFrom("linear", "quadratic"),
  });

  test("lies in 0..1, is 1 for the exact value, and never grows with the distance", () => {
    fc.assert(
      fc.property(finite, positive, positive, positive, graded, (truth, near, further, cutoff, shape) => {
        const primitives = [
          numericGraded({ cutoff, ...shape }),
          numericThresholdGraded({ direction: "max", margin: cutoff, ...shape }),
          numericRangeGraded({ min: truth - 1, max: truth, margin: cutoff, ...shape }),
        ].map(parsedPrimitive);
        for (const primitive of primitives) {
          const credit = (value: number) => primitive.score(value, truth, tools);
          expect(credit(truth)).toBe(1);
          expect(credit(truth + near)).toBeLessThanOrEqual(1);
          expect(credit(truth + near + further)).toBeLessThanOrEqual(credit(truth + near));
          expect(credit(truth + near + further)).toBeGreaterThanOrEqual(0);
        }
      }),
    );
  });
});

describe("set containment", () => {
  test("is the algebra of sets", () => {
    fc.assert(
      fc.property(items, items, (left, right) => {
        const contains = (
          mode: "exact" | "subset" | "superset" | "overlap",
          a: typeof left,
          b: typeof left,
        ) => parsedPrimitive(setContainment({ mode })).check(a, b, tools);
        expect(contains("exact", left, right)).toBe(
          contains("subset", left, right) && contains("superset", left, right),
        );
        expect(contains("subset", left, right)).toBe(contains("superset", right, left));
        expect(contains("overlap", left, right)).toBe(contains("overlap", right, left));
        expect(contains("superset", [...left, ...right], right)).toBe(true);
        expect(contains("exact", [...left, ...left.toReversed()], left)).toBe(true);
      }),
    );
  });
});
