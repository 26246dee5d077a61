import fc from "fast-check";
import { expect, test } from "vitest";
import { allTraits } from "../rubric.ts";
import { arbitraryDynamicRubric, arbitraryRubric } from "../testing/arbitrary-rubric.ts";
import { ratingsFromTraits } from "./ratings-from-traits.ts";
import { traitsFromRatings } from "./traits-from-ratings.ts";

const scope = fc.constantFrom("global", "question") satisfies fc.Arbitrary<"global" | "question">;

test("any rubric written and read again is the same, static and dynamic, through JSON", () => {
  fc.assert(
    fc.property(arbitraryRubric, arbitraryDynamicRubric, scope, (rubric, dynamicRubric, where) => {
      const nodes = JSON.parse(JSON.stringify(ratingsFromTraits({ rubric, dynamicRubric }, where)));
      const read = traitsFromRatings(nodes, where);
      expect(allTraits(read.rubric).filter(({ unusable }) => unusable !== undefined)).toEqual([]);
      expect(JSON.stringify(read.rubric)).toBe(JSON.stringify(rubric));
      expect(JSON.stringify(read.dynamicRubric)).toBe(JSON.stringify(dynamicRubric));
    }),
  );
});

test("nodes read and written again are the same objects in the same order", () => {
  fc.assert(
    fc.property(
      arbitraryRubric,
      arbitraryDynamicRubric,
      fc.infiniteStream(fc.nat()),
      (rubric, dynamicRubric, order) => {
        const nodes = ratingsFromTraits({ rubric, dynamicRubric }, "global")
          .map((node) => ({ node: { ...node, "x:unknown": 1 }, rank: order.next().value }))
          .toSorted((left, right) => left.rank - right.rank)
          .map(({ node }) => node);
        const written = ratingsFromTraits(traitsFromRatings(nodes, "global"), "global", nodes);
        expect(written).toHaveLength(nodes.length);
        written.forEach((node, index) => {
          expect(node).toBe(nodes[index]);
        });
      },
    ),
  );
});

test("one rubric written over another reads as the new one, and what stays keeps what is unknown", () => {
  fc.assert(
    fc.property(arbitraryRubric, arbitraryRubric, arbitraryDynamicRubric, (before, after, dynamicRubric) => {
      const nodes = ratingsFromTraits({ rubric: before, dynamicRubric }, "question").map((node) => ({
        ...node,
        "x:unknown": node.name ?? null,
      }));
      const mixed = { ...after, llmTraits: [...after.llmTraits].reverse() };
      const written = ratingsFromTraits({ rubric: mixed }, "question", nodes);
      const read = traitsFromRatings(JSON.parse(JSON.stringify(written)), "question");
      expect(JSON.stringify(read.rubric)).toBe(JSON.stringify(mixed));
      expect(JSON.stringify(read.dynamicRubric)).toBe(JSON.stringify(dynamicRubric));
      for (const { type, name } of allTraits(before)) {
        if (!allTraits(after).some((trait) => trait.type === type && trait.name === name)) continue;
        expect(written).toContainEqual(expect.objectContaining({ name, "x:unknown": name }));
      }
    }),
  );
});
