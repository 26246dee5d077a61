import type { ExcerptMatch } from "./excerpt-match.ts";
import { saysSomething } from "./says-something.ts";

/** `unlike`: too little of it is there; `altered`: something that bears meaning differs; `says_nothing`: a scrap of a text. */
export type Refusal = "unlike" | "altered" | "says_nothing";

/**
 * Why a quotation is no evidence; null where it is: it stands somewhere, its similarity is at least the threshold, nothing that bears meaning
 * differs, and the passage says something by itself.
 *
 * @param text the text in which the match was found
 */
export function refusalOf(match: ExcerptMatch, text: string, threshold: number): Refusal | null {
  if (match.range === null || match.similarity < threshold) return "unlike";
  if (!saysSomething(text, match.range)) return "says_nothing";
  return match.differences.some(({ changes }) => changes !== null) ? "altered" : null;
}
