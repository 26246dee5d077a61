import * as z from "zod";
import { textOfValue } from "../../../base/index.ts";
import { authorPrimitive } from "../author-primitive.ts";
import { definePrimitive, type Primitive } from "../primitive.ts";
import { normalizerWords, valueWords } from "../value-words.ts";
import { Normalizers, normalizeText } from "./normalizer.ts";

const options = z.strictObject({
  substrings: z.array(z.string()).readonly(),
  normalize: Normalizers.default([]),
});

type ContainsAllOptions = z.input<typeof options>;

export const containsAllPrimitive = definePrimitive({
  kind: "parsed",
  type: "ContainsAll",
  options,
  summary: "The text contains every one of the substrings; the ground truth is not used.",
  values: "text",
  rightWhen: ({ substrings, normalize }) =>
    `it contains ${substrings.map(valueWords).join(" and ")}${normalizerWords(normalize)}`,
  vacuity: ({ substrings, normalize }) =>
    substrings.every((substring) => normalizeText(substring, normalize) === "") ? "doubted" : undefined,
  check: (value, _groundTruth, { substrings, normalize }) => {
    const text = normalizeText(textOfValue(value), normalize);
    return substrings.every((substring) => text.includes(normalizeText(substring, normalize)));
  },
});

/**
 * Passes when the text contains every substring. Both sides are normalized; by default case matters.
 * The ground truth is not used. An empty list always passes.
 */
export function containsAll(options: ContainsAllOptions): Primitive<string | null> {
  return authorPrimitive(containsAllPrimitive, options);
}
