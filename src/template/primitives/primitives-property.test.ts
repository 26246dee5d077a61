import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { orderedMatch } from "./list/ordered-match.ts";
import { setContainment } from "./list/set-containment.ts";
import { numericExact } from "./numeric/numeric-exact.ts";
import { numericGraded } from "./numeric/numeric-graded.ts";
import { numericMaximum } from "./numeric/numeric-maximum.ts";
import { numericMinimum } from "./numeric/numeric-minimum.ts";
import { numericRangeGraded } from "./numeric/numeric-range-graded.ts";
import { numericThresholdGraded } from "./numeric/numeric-threshold-graded.ts";
import { numericTolerance } from "./numeric/numeric-tolerance.ts";
import { parsedPrimitive, tools } from "./testing/examples.ts";
import { exactMatch } from "./text/exact-match.ts";
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
  test("every text equals itself, and equality is symmetric", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (left, right) => {
        const primitive = parsedPrimitive(exactMatch());
        expect(await primitive.check(left, left, tools)).toBe(true);
        expect(await primitive.check(left, right, tools)).toBe(await primitive.check(right, left, tools));
      }),
    );
  });

  test("every number equals the text it prints as", async () => {
    await fc.assert(
      fc.asyncProperty(finite, async (number) => {
        expect(await parsedPrimitive(numericExact()).check(number, String(number), tools)).toBe(true);
      }),
    );
  });

  test("a list equals itself in order only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer(), { minLength: 2 }), async (list) => {
        const primitive = parsedPrimitive(orderedMatch());
        expect(await primitive.check(list, list, tools)).toBe(true);
        expect(await primitive.check(list.toReversed(), list, tools)).toBe(false);
      }),
    );
  });
});

describe("numeric gates", () => {
  test("agree with their definitions", async () => {
    await fc.assert(
      fc.asyncProperty(finite, finite, positive, async (value, truth, tolerance) => {
        const passes = (spec: Parameters<typeof parsedPrimitive>[0]) =>
          parsedPrimitive(spec).check(value, truth, tools);
        const distance = Math.abs(value - truth);
        expect(await passes(numericTolerance({ tolerance, mode: "absolute" }))).toBe(distance <= tolerance);
        expect(await passes(numericTolerance({ tolerance }))).toBe(
          truth === 0 ? value === 0 : distance / Math.abs(truth) <= tolerance,
        );
        expect(await passes(numericMinimum())).toBe(value >= truth);
        expect(await passes(numericMaximum({ exclusive: true }))).toBe(value < truth);
        expect(await passes(numericMinimum({ exclusive: true }))).toBe(!(await passes(numericMaximum())));
      }),
    );
  });
});

describe("graded credit", () => {
  const graded = fc.record({
    mode: fc.constantFrom("relative", "absolute"),
    decay: fc.constantFrom("linear", "quadratic"),
  });

  test("lies in 0..1, is 1 for the exact value, and never grows with the distance", async () => {
    await fc.assert(
      fc.asyncProperty(
        finite,
        positive,
        positive,
        positive,
        graded,
        async (truth, near, further, cutoff, shape) => {
          const primitives = [
            numericGraded({ cutoff, ...shape }),
            numericThresholdGraded({ direction: "max", margin: cutoff, ...shape }),
            numericRangeGraded({ min: truth - 1, max: truth, margin: cutoff, ...shape }),
          ].map(parsedPrimitive);
          for (const primitive of primitives) {
            const credit = (value: number) => primitive.score(value, truth, tools);
            const close = await credit(truth + near);
            const far = await credit(truth + near + further);
            expect(await credit(truth)).toBe(1);
            expect(close).toBeLessThanOrEqual(1);
            expect(far).toBeLessThanOrEqual(close);
            expect(far).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    );
  });
});

describe("set containment", () => {
  test("is the algebra of sets", async () => {
    await fc.assert(
      fc.asyncProperty(items, items, async (left, right) => {
        const contains = (
          mode: "exact" | "subset" | "superset" | "overlap",
          a: typeof left,
          b: typeof left,
        ) => parsedPrimitive(setContainment({ mode })).check(a, b, tools);
        expect(await contains("exact", left, right)).toBe(
          (await contains("subset", left, right)) && (await contains("superset", left, right)),
        );
        expect(await contains("subset", left, right)).toBe(await contains("superset", right, left));
        expect(await contains("overlap", left, right)).toBe(await contains("overlap", right, left));
        expect(await contains("superset", [...left, ...right], right)).toBe(true);
        expect(await contains("exact", [...left, ...left.toReversed()], left)).toBe(true);
      }),
    );
  });
});
