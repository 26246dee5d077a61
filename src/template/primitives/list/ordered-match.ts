import * as z from "zod";
import { textOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { Normalizers, normalizeText } from "../text/normalizer.ts";
import { normalizerWords, valueWords } from "../value-words.ts";
import { type ListValue, listGroundTruthProblems, listItems } from "./list-items.ts";

const options = z.strictObject({ normalize: Normalizers.default(["lowercase", "strip"]) });

type OrderedMatchOptions = z.input<typeof options>;

export const orderedMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "OrderedMatch",
  options,
  summary: "Both lists have the same items, normalized, in the same order.",
  values: "list",
  rightWhen: ({ normalize }, truth) =>
    `it lists ${valueWords(truth)}, in this order and nothing else${normalizerWords(normalize)}`,
  validateGroundTruth: listGroundTruthProblems,
  check: (value, groundTruth, { normalize }) => {
    const texts = (list: typeof value) =>
      listItems("OrderedMatch", list).map((item) => normalizeText(textOfValue(item), normalize));
    const actual = texts(value);
    const expected = texts(groundTruth);
    return actual.length === expected.length && actual.every((text, index) => text === expected[index]);
  },
});

/** Passes when both lists have the same items in the same order; items are compared as normalized text. */
export function orderedMatch(options?: OrderedMatchOptions): Primitive<ListValue> {
  return authorPrimitive(orderedMatchPrimitive, options);
}
