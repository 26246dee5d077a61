import * as z from "zod";

const SearchResult = z.looseObject({
  title: z.string().nullish(),
  content: z.string().nullish(),
  url: z.string().nullish(),
});

/** How much a claim may be invented. */
export const HallucinationRisk = z.enum(["none", "low", "medium", "high"]);
export type HallucinationRisk = z.infer<typeof HallucinationRisk>;

/** Verbatim evidence for one attribute or trait. */
export const Excerpt = z.looseObject({
  /** Empty when nothing was found; then `explanation` says why. */
  text: z.string(),
  confidence: z.enum(["none", "low", "medium", "high"]).nullish(),
  /** Likeness of the text and the matched part of the answer, 0..1. */
  similarityScore: z.number().nullish(),
  /** Where the matched part starts and ends in the answer, in UTF-16 units; end excluded. */
  start: z.int().nullish(),
  end: z.int().nullish(),
  explanation: z.string().nullish(),
  /** What a search found about the claim: results, or one text. */
  searchResults: z.union([z.string(), z.array(SearchResult).readonly()]).nullish(),
  hallucinationRisk: HallucinationRisk.nullish(),
  hallucinationJustification: z.string().nullish(),
});
export type Excerpt = z.infer<typeof Excerpt>;
