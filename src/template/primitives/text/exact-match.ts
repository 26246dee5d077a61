import * as z from "zod";
import { textOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { inexactNumberProblems } from "../exact-numbers.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { normalizerWords, valueWords } from "../value-words.ts";
import { Normalizers, normalizeText } from "./normalizer.ts";

const options = z.strictObject({ normalize: Normalizers.default(["lowercase", "strip"]) });

type ExactMatchOptions = z.input<typeof options>;

export const exactMatchPrimitive = definePrimitive({
  kind: "parsed",
  type: "ExactMatch",
  options,
  summary: "Both as text, normalized, are equal.",
  values: "text, number, boolean",
  rightWhen: ({ normalize }, truth) => `it is ${valueWords(truth)}${normalizerWords(normalize, truth)}`,
  validateGroundTruth: inexactNumberProblems,
  check: (value, groundTruth, { normalize }) =>
    normalizeText(textOfValue(value), normalize) === normalizeText(textOfValue(groundTruth), normalize),
});

/**
 * Passes when both values, as text and normalized, are equal. Default: case and outer white space do not matter.
 * Values turn into text as in Python (`None`, `True`); JSON has no 8.0, so 8 and 8.0 are both `8`.
 *
 * @example
 * exactMatch({ normalize: ["lowercase", "strip", "remove_punctuation"] }); // "Bcl-2." equals "BCL2"
 */
export function exactMatch(options?: ExactMatchOptions): Primitive<string | number | boolean | null> {
  return authorPrimitive(exactMatchPrimitive, options);
}
