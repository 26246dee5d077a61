import {
  describeValue,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  ownEntry,
  stripWhiteSpace,
} from "../../../base/index.ts";
import { indexText } from "../../../evidence/index.ts";
import {
  type Accepted,
  closedObject,
  isList,
  type JudgeForm,
  member,
  refused,
} from "../../asking/judge-form.ts";
import { yesOrNo } from "../../values/boolean.ts";
import { finding, type RetrievalFinding } from "./findings.ts";
import type { PlacedQuote } from "./passages.ts";
import { type SearchBudget, searchBudget, tooMuchToSearch } from "./search-budget.ts";
import { sentencesOf, wholeSentences } from "./sentences.ts";

/** A claim as the judge gives it, with the sentence of the text that makes it. */
interface Claim {
  readonly claim: string;
  readonly supported: boolean;
  /** Empty where there is none. */
  readonly quote: string;
  readonly start: number;
  readonly end: number;
}

/** A reply with more claims is refused: whoever writes so many does not read the text. */
export const mostClaims = 1000;
/** A sentence of the reply names the one of the text that it has this much in common with. */
const leastInCommon = 0.6;

/**
 * Asks for the claims of a text, each with its sentence, whether the passages support it and the words that do:
 * `{ claims: [{ sentence, claim, supported, quote }] }`. Claims of one sentence that differ in case and outer white space
 * alone count once. A reply is refused where it has too many claims, the same one as supported and as not, or one whose
 * sentence is not in the text: it is about another text.
 *
 * @param name what the text is called where a reply is refused, such as `answer`
 */
export function claimsForm(text: string, name: string): JudgeForm<readonly Claim[]> {
  const string = { type: "string" } as const;
  return {
    name: "claims",
    schema: closedObject({
      claims: {
        type: "array",
        items: closedObject({
          sentence: string,
          claim: string,
          supported: { type: "boolean" },
          quote: { anyOf: [string, { type: "null" }] },
        }),
      },
    }),
    accept(json) {
      const list = member(json, "claims", "a list", isList);
      if (!list.ok) return list;
      if (list.value.length > mostClaims)
        return refused(`claims: expected at most ${mostClaims}, found ${list.value.length}`);
      const budget = searchBudget();
      const claims = readClaims(list.value, sentenceFinder(text, budget), name);
      return budget.isSpent() ? refused(`claims: ${tooMuchToSearch}`) : claims;
    },
  };
}

type Find = (sentence: string) => { readonly start: number; readonly end: number } | undefined;

function readClaims(list: readonly JsonValue[], find: Find, name: string): Accepted<readonly Claim[]> {
  const claims = new Map<string, Claim>();
  const problems: string[] = [];
  for (const [at, entry] of list.entries()) {
    const given = isJsonObject(entry)
      ? readEntry(entry)
      : `expected an object, found ${describeValue(entry)}`;
    if (typeof given === "string") {
      problems.push(`claims[${at}]: ${given}`);
      continue;
    }
    const place = find(given.sentence) ?? find(given.claim);
    if (place === undefined) {
      problems.push(
        `claims[${at}]: its sentence does not stand in the ${name}; copy it from there word for word`,
      );
      continue;
    }
    const key = JSON.stringify([place.start, place.end, stripWhiteSpace(given.claim).toLowerCase()]);
    const same = claims.get(key);
    if (same === undefined) claims.set(key, { ...given, ...place });
    else if (same.supported !== given.supported)
      problems.push(
        `claims[${at}]: the same claim of the same sentence stands above with another "supported"`,
      );
  }
  return problems.length === 0 ? { ok: true, value: [...claims.values()] } : { ok: false, problems };
}

function readEntry(
  entry: JsonObject,
): string | (Pick<Claim, "claim" | "supported" | "quote"> & { readonly sentence: string }) {
  const textOf = (key: string) => {
    const value = ownEntry(entry, key);
    return typeof value === "string" ? value : "";
  };
  const claim = textOf("claim").trim() === "" ? textOf("sentence") : textOf("claim");
  if (claim.trim() === "") return `expected a claim, found ${describeValue(ownEntry(entry, "claim"))}`;
  const said = ownEntry(entry, "supported");
  const supported = yesOrNo(said, "supported");
  if (supported === undefined) return `supported: expected true or false, found ${describeValue(said)}`;
  return { claim, supported, quote: textOf("quote"), sentence: textOf("sentence") };
}

/** Finds the sentences of a text that a quotation names. */
function sentenceFinder(text: string, budget: SearchBudget): Find {
  const sentences = sentencesOf(text);
  const index = indexText(text);
  return (sentence) => {
    if (sentence.trim() === "") return undefined;
    if (!text.includes(sentence) && !budget.spend(text.length)) return undefined;
    const { range, similarity } = index.locate(sentence);
    return range === null || similarity < leastInCommon ? undefined : wholeSentences(sentences, range);
  };
}

/** Each claim with what supports it: what the judge says counts only where its quotation stands in a passage. */
export function checkClaims(
  claims: readonly Claim[],
  text: string,
  find: (quote: string) => PlacedQuote,
): readonly RetrievalFinding[] {
  return claims.map(({ claim, supported, quote, start, end }) => {
    const own = { text: claim, sentence: text.slice(start, end), start, end };
    if (!supported)
      return finding({ ...own, counts: false, reason: "the judge finds no support in the contexts" });
    const { ok, ...placed } = find(quote);
    return finding({ ...own, ...placed, counts: ok });
  });
}
