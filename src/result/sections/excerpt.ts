import * as z from "zod";
import type * as documented from "../result-types.generated.ts";

/** What a search found. */
export const SearchResult = z.looseObject({
  /** Title of the page. */
  title: z.string().nullish(),
  /** What the page says. */
  content: z.string().nullish(),
  /** Address of the page. */
  url: z.string().nullish(),
});

/** How much a claim may be invented. */
export const HallucinationRisk = z.enum(["none", "low", "medium", "high"]);
export type HallucinationRisk = z.infer<typeof HallucinationRisk>;

/** A level as stored: files of other systems may write it in capitals, or have another word. */
export const StoredLevel = z
  .union([HallucinationRisk, z.string()])
  .overwrite((word) => HallucinationRisk.safeParse(word.toLowerCase()).data ?? word);

/** Which part of a trace a passage stands in; `mixed`: in several. */
const ExcerptSource = z.enum(["message", "thinking", "tool_call", "tool_output", "mixed"]);

/** Verbatim evidence for one attribute or trait. */
export const Excerpt = z.looseObject({
  /** Empty when nothing was found; then `explanation` says why. */
  text: z.string(),
  /** How sure the judge is that it is evidence. */
  confidence: StoredLevel.nullish(),
  /** Likeness of the text and the matched part of the answer, 0..1. */
  similarityScore: z.number().nullish(),
  /** Where the matched part starts and ends in the answer, in UTF-16 units; end excluded. */
  start: z.int().nullish(),
  /** Where the matched part ends, in UTF-16 units; this unit is not part of it. */
  end: z.int().nullish(),
  /** Where the judged text is a trace with tools; `message`: what the model itself said. */
  source: ExcerptSource.nullish(),
  /** Why the judge quotes it, or why there is nothing to quote. */
  explanation: z.string().nullish(),
  /** What a search found about the claim: results, or one text. */
  searchResults: z.union([z.string(), z.array(SearchResult).readonly()]).nullish(),
  /** How much the claim may be invented. */
  hallucinationRisk: StoredLevel.nullish(),
  /** Why the judge says so. */
  hallucinationJustification: z.string().nullish(),
});
export type Excerpt = documented.Excerpt;

/** A place where a quotation and the passage nearest to it do not say the same. */
export const ExcerptDifference = z.looseObject({
  /** What the quotation says there; empty where it leaves out what the answer says. */
  quoted: z.string(),
  /** What the answer says there; empty where it has nothing of the kind. */
  said: z.string(),
  /** What of the meaning it changes, such as `number` or `negation`; null: spelling, case or punctuation only. */
  changes: z.string().nullish(),
});

/** What a judge quoted, and code did not take for evidence. */
export const RejectedExcerpt = z.looseObject({
  /** What the judge quoted. */
  text: z.string(),
  /** How sure the judge was that it is evidence. */
  confidence: StoredLevel.nullish(),
  /** Likeness of the text and the passage nearest to it, 0..1. */
  similarityScore: z.number().nullish(),
  /** The least similarity that counts. */
  threshold: z.number().nullish(),
  /**
   * `unlike`: too little of it is there; `altered`: something that bears meaning differs; `says_nothing`: a scrap of a text;
   * `other_source`: it stands in a part of the trace that does not count.
   */
  reason: z.enum(["unlike", "altered", "says_nothing", "other_source"]).nullish(),
  /** The passage that comes nearest; null where nothing is alike. */
  nearestPassage: z.string().nullish(),
  /** Which part of the trace the passage stands in. */
  source: ExcerptSource.nullish(),
  /** Where the two do not say the same. */
  differences: z.array(ExcerptDifference).readonly().nullish(),
  /** In which attempt of the judge, from 1. */
  attempt: z.int().nullish(),
});
export type RejectedExcerpt = documented.RejectedExcerpt;

const mostDifferences = 5;
/** Of passages that have less in common, the words that differ say nothing. */
const leastInCommon = 0.5;

/**
 * The words in which a quotation and the passage nearest to it differ, what bears meaning first; none where the two have
 * little in common.
 *
 * @example
 * differenceTexts(rejected) // ['"50": the answer says "5"']
 */
export function differenceTexts({
  differences,
  similarityScore,
}: Pick<RejectedExcerpt, "differences" | "similarityScore">): readonly string[] {
  if ((similarityScore ?? 0) < leastInCommon) return [];
  return (differences ?? [])
    .toSorted((a, b) => Number(Boolean(b.changes)) - Number(Boolean(a.changes)))
    .slice(0, mostDifferences)
    .map(({ quoted, said }) =>
      said === ""
        ? `"${quoted}": the answer has nothing of the kind there`
        : `${quoted === "" ? "left out" : `"${quoted}"`}: the answer says "${said}"`,
    );
}
