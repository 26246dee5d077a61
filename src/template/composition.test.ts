import { expect, test } from "vitest";
import {
  allOf,
  anyOf,
  atLeastN,
  compositionLabel,
  compositionPasses,
  fieldCheck,
  fieldsMentioned,
} from "./index.ts";

const results = { a: true, b: false, c: null };

test.each([
  [fieldCheck("a"), true],
  [fieldCheck("b"), false],
  [fieldCheck("c"), false],
  [allOf(["a", "b"]), false],
  [allOf([]), true],
  [anyOf(["b", "a"]), true],
  [anyOf(["b", "c"]), false],
  [anyOf([]), false],
  [atLeastN(1, ["a", "b", "c"]), true],
  [atLeastN(2, ["a", "b", "c"]), false],
  [atLeastN(0, []), true],
  [atLeastN(4, ["a", "a", "a"]), false],
  [allOf(["a", anyOf(["b", atLeastN(1, ["a", "c"])])]), true],
])("%j passes: %s", (node, passes) => {
  expect(compositionPasses(node, results)).toBe(passes);
});

test("fields are listed once, in order of mention", () => {
  expect(fieldsMentioned(allOf(["b", anyOf(["a", "b"]), atLeastN(1, ["c"])]))).toEqual(["b", "a", "c"]);
});

test("labels name the root", () => {
  const labels = [undefined, allOf(["a"]), anyOf(["a"]), atLeastN(2, ["a"]), fieldCheck("a")].map(
    compositionLabel,
  );
  expect(labels).toEqual(["all_of", "all_of", "any_of", "at_least_n(2)", "field_check"]);
});
