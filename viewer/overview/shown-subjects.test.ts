import { expect, test } from "vitest";
import type { SubjectView } from "../../src/report/index.ts";
import { leadingSide, mostSubjects, pairsOf, shownSubjects } from "./shown-subjects.ts";

const subjects = (count: number) =>
  // only what they are chosen by
  Array.from(
    { length: count },
    (_, at) =>
      ({
        name: `m${at}`,
        isOfTurns: false,
        numbers: { passRate: { rate: at === 3 ? null : at / 100 } },
      }) as unknown as SubjectView,
  );
const names = (shown: readonly SubjectView[]) => shown.map(({ name }) => name);

test("of many models the best are shown, and all are within reach; few stay as in the run", () => {
  const many = subjects(60);
  expect(names(shownSubjects(many, "best"))).toEqual(
    Array.from({ length: mostSubjects }, (_, at) => `m${59 - at}`),
  );
  expect(names(shownSubjects(many, "sorted")).slice(-2)).toEqual(["m0", "m3"]);
  expect(shownSubjects(many, "sorted")).toHaveLength(60);
  expect(shownSubjects(many, "run")).toBe(many);
  const few = subjects(mostSubjects);
  expect(shownSubjects(few, "best")).toBe(few);
});

test("of many pairs those of one side are shown, the strongest other first", () => {
  const pair = (a: string, b: string, difference: number | null) => ({ a, b, passes: { difference } });
  const pairs = [pair("x", "y", 0.2), pair("x", "z", 0.1), pair("y", "z", -0.1), pair("y", "w", null)];
  expect(leadingSide(pairs, ["x", "y", "z", "w"])).toBe("y");
  expect(pairsOf(pairs, "y")).toEqual([pairs[2], pairs[0], pairs[3]]);
  expect(pairsOf(pairs, "x")).toEqual([pairs[0], pairs[1]]);
});
