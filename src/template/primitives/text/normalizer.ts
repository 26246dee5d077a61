import * as z from "zod";
import { collapseWhiteSpace, recordOf, stripWhiteSpace } from "../../../base/index.ts";

/** Replaces a text that equals one of the keys, in their case, by its value. */
const SynonymMap = z.strictObject({ mapping: recordOf(z.string()) });
type SynonymMap = z.infer<typeof SynonymMap>;

export const NormalizerName = z.enum(["lowercase", "strip", "remove_punctuation", "collapse_whitespace"]);
export type NormalizerName = z.infer<typeof NormalizerName>;

/** One step that texts go through before they are compared. */
const Normalizer = z.union([NormalizerName, SynonymMap], {
  error: `expected ${NormalizerName.options.map((name) => `"${name}"`).join(", ")} or synonyms({ … })`,
});
type Normalizer = z.infer<typeof Normalizer>;

/** Normalizers in the order they apply. */
export const Normalizers = z.array(Normalizer).readonly();
export type Normalizers = z.infer<typeof Normalizers>;

const ASCII_PUNCTUATION = /[!-/:-@[-`{-~]/g;

const normalizers: Readonly<Record<NormalizerName, (text: string) => string>> = {
  lowercase: (text) => text.toLowerCase(),
  strip: stripWhiteSpace,
  remove_punctuation: (text) => text.replace(ASCII_PUNCTUATION, ""),
  collapse_whitespace: collapseWhiteSpace,
};

/**
 * The text after all normalizers, in their order. Signs that Unicode calls the same, such as a letter written as one
 * character or as several, are the same to each of them.
 */
export function normalizeText(text: string, steps: Normalizers): string {
  return steps.reduce((current, step) => applyStep(current, step), text.normalize("NFC")).normalize("NFC");
}

function applyStep(text: string, step: Normalizer): string {
  if (typeof step === "string") return normalizers[step](text);
  const same = text.normalize("NFC");
  return Object.entries(step.mapping).find(([key]) => key.normalize("NFC") === same)?.[1] ?? text;
}

/**
 * A normalizer that replaces a whole text by its synonym; case matters, so put it after `lowercase` or list both cases.
 *
 * @example
 * exactMatch({ normalize: ["lowercase", "strip", synonyms({ "bcl-2": "bcl2" })] });
 */
export function synonyms(mapping: Readonly<Record<string, string>>): SynonymMap {
  return SynonymMap.parse({ mapping });
}
