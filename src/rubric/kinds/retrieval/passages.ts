import { type ExcerptMatch, indexText, refusalOf, type TextIndex } from "../../../evidence/index.ts";
import type { RetrievedContext } from "../../../trace/index.ts";
import { type SearchBudget, tooMuchToSearch } from "./search-budget.ts";
import { isMoreThanAWord } from "./sentences.ts";

/** Where a quotation stands among passages, or why it is none of them. */
export type PlacedQuote =
  | {
      readonly ok: true;
      readonly context: number;
      readonly quote: string;
      readonly quoteStart: number;
      readonly quoteEnd: number;
    }
  | { readonly ok: false; readonly reason: string };

/** How much of a quotation has to be there: as much as for deep judgment by default. */
const threshold = 0.8;

/** Looks quotations up in passages; each passage is prepared once, and a quotation goes over no end of one. */
export function passageFinder(
  contexts: readonly RetrievedContext[],
  budget: SearchBudget,
): (quote: string) => PlacedQuote {
  const passages = contexts.map(({ text }) => text);
  const indexes = new Map<number, TextIndex>();
  const indexAt = (at: number, text: string): TextIndex => {
    const index = indexes.get(at) ?? indexText(text);
    indexes.set(at, index);
    return index;
  };
  return (quote) => {
    if (quote.trim() === "") return { ok: false, reason: "the judge quotes nothing that supports it" };
    const verbatim = passages.findIndex((text) => text.includes(quote));
    const order = verbatim === -1 ? passages.keys() : [verbatim];
    let why: string | undefined;
    for (const at of order) {
      const text = passages[at] ?? "";
      if (verbatim === -1 && !budget.spend(text.length)) return { ok: false, reason: tooMuchToSearch };
      const match = indexAt(at, text).locate(quote);
      const refusal = refusalOf(match, text, threshold);
      if (refusal === null && match.range !== null) {
        const { start, end } = match.range;
        const found = text.slice(start, end);
        if (!isMoreThanAWord(found) && found.trim() !== text.trim())
          return { ok: false, reason: `what the judge quotes is a single word: ${shown(quote)}` };
        return { ok: true, context: at + 1, quote: found, quoteStart: start, quoteEnd: end };
      }
      if (refusal === "altered") why ??= alteredReason(quote, match);
    }
    return { ok: false, reason: why ?? `what the judge quotes stands in no passage: ${shown(quote)}` };
  };
}

function alteredReason(quote: string, { differences }: ExcerptMatch): string {
  const one = differences.find(({ changes }) => changes !== null);
  const said = one === undefined ? "" : ` ("${shown(one.quoted)}" for "${shown(one.said)}")`;
  return `what the judge quotes says something else than the passage${said}: ${shown(quote)}`;
}

const longestShown = 200;

function shown(text: string): string {
  const cut = text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
  return cut.toWellFormed();
}
