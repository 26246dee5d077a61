import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allOf, anyOf, atLeastN, type Composition, fieldCheck, granularScore } from "../index.ts";

const { tree: arbitraryStrategy } = fc.letrec<{ tree: Composition }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom("a", "b", "c").map((field) => fieldCheck(field)),
    fc.array(tie("tree"), { maxLength: 3 }).map((conditions) => allOf(conditions)),
    fc.array(tie("tree"), { maxLength: 3 }).map((conditions) => anyOf(conditions)),
    fc
      .tuple(fc.nat(3), fc.array(tie("tree"), { maxLength: 3 }))
      .map(([n, conditions]) => atLeastN(n, conditions)),
  ),
}));

/** Weights 1, 2, 3; a and b pass. */
const scores = { a: { weight: 1, score: 1 }, b: { weight: 2, score: 1 }, c: { weight: 3, score: 0 } };

test.each<[string, Composition | undefined, number]>([
  ["no strategy", undefined, 1 / 2],
  ["all of", allOf(["a", "b", "c"]), 1 / 2],
  ["any of", anyOf(["a", "b", "c"]), 1 / 3],
  ["at least 2", atLeastN(2, ["a", "b", "c"]), 1 / 2],
  ["at least 0", atLeastN(0, ["a", "b", "c"]), 0],
  ["at least more than there are", atLeastN(9, ["a", "b", "c"]), 1 / 2],
  ["a lone field", fieldCheck("c"), 1 / 2],
  ["fields not mentioned join the root", anyOf(["a"]), 1 / 3],
  ["nested any of", allOf(["a", anyOf(["b", "c"])]), 1 / 2],
  ["nested all of", anyOf(["a", allOf(["b", "c"])]), 1 / 3],
  ["nested at least", allOf([atLeastN(1, ["a", "b"]), "c"]), 1 / 2],
  ["the best of two groups", anyOf([allOf(["a", "b"]), allOf(["a", "c"])]), 1 / 2],
  ["a field in both of the best groups", atLeastN(2, [allOf(["a", "b"]), allOf(["a", "c"])]), 1 / 2],
  ["a field named twice counts once", allOf(["a", anyOf(["a", "c"]), "b"]), 1 / 2],
])("%s", (_name, strategy, expected) => {
  expect(granularScore(scores, strategy)).toBeCloseTo(expected, 10);
});

test("a perfect answer has 1 whatever the strategy", () => {
  fc.assert(
    fc.property(
      fc.record({ a: fc.nat(5), b: fc.nat(5), c: fc.integer({ min: 1, max: 5 }) }),
      arbitraryStrategy,
      (weights, strategy) => {
        const perfect = Object.fromEntries(
          Object.entries(weights).map(([name, weight]) => [name, { weight, score: 1 }]),
        );
        expect(granularScore(perfect, strategy)).toBe(1);
      },
    ),
  );
});

describe("bounds", () => {
  test("no weight, no score", () => {
    expect(granularScore({}, undefined)).toBe(0);
    expect(granularScore({ a: { weight: 0, score: 1 } }, undefined)).toBe(0);
  });

  test("null earns nothing but keeps its weight", () => {
    expect(granularScore({ a: { weight: 1, score: 1 }, b: { weight: 1, score: null } }, undefined)).toBe(0.5);
  });

  test("the score stays in 0..1, negative weights included", () => {
    const weighted = fc.record({
      weight: fc.integer({ min: -5, max: 5 }),
      score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
    });
    fc.assert(
      fc.property(
        fc.record({ a: weighted, b: weighted, c: weighted }),
        arbitraryStrategy,
        (found, strategy) => {
          const score = granularScore(found, strategy);
          expect(score).toBeGreaterThanOrEqual(0);
          expect(score).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
