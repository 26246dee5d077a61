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

type ContainsAnyOptions = z.input<typeof options>;

export const containsAnyPrimitive = definePrimitive({
  kind: "parsed",
  type: "ContainsAny",
  options,
  summary: "The text contains at least one of the substrings; the ground truth is not used.",
  values: "text",
  rightWhen: ({ substrings, normalize }) =>
    `it contains ${substrings.map(valueWords).join(" or ")}${normalizerWords(normalize)}`,
  vacuity: ({ substrings, normalize }) =>
    substrings.some((substring) => normalizeText(substring, normalize) === "") ? "doubted" : undefined,
  check: (value, _groundTruth, { substrings, normalize }) => {
    const text = normalizeText(textOfValue(value), normalize);
    return substrings.some((substring) => text.includes(normalizeText(substring, normalize)));
  },
});

/**
 * Passes when the text contains at least one substring. Both sides are normalized; by default case matters.
 * The ground truth is not used. An empty list never passes.
 */
export function containsAny(options: ContainsAnyOptions): Primitive<string | null> {
  return authorPrimitive(containsAnyPrimitive, options);
}
