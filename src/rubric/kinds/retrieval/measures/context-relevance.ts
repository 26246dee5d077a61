import { describeValue } from "../../../../base/index.ts";
import type { RetrievedContext } from "../../../../trace/index.ts";
import { closedObject, isList, member, refused } from "../../../asking/judge-form.ts";
import { mostClaims } from "../claims.ts";
import { finding } from "../findings.ts";
import { type Measure, share } from "../measure.ts";
import { passageFinder } from "../passages.ts";
import { searchBudget, tooMuchToSearch } from "../search-budget.ts";
import { type Stretch, sentencesOf } from "../sentences.ts";

/**
 * sentences of the passages that are needed ÷ all of them; code counts the sentences. Passages overlap: one that is needed is so
 * in each of them.
 */
export const contextRelevanceMeasure: Measure = {
  needs: { contexts: true },
  rules: `find the sentences in passages that were looked up which are needed to answer a question.

Rules:
- Quote each sentence without which the question could not be answered, or not as well, copied character by character and whole: nothing left out or put in, no translation. Quotes are looked up in the passages, and one that is not there counts for nothing.
- A sentence that is about the subject and does not help to answer is not needed. You are not asked to answer the question yourself.
- Where no sentence helps, the list is empty.`,
  reply: `"sentences" holds the sentences that are needed, as texts.`,
  form({ contexts }) {
    return {
      name: "needed_sentences",
      schema: closedObject({ sentences: { type: "array", items: { type: "string" } } }),
      accept(json) {
        const list = member(json, "sentences", "a list of texts", isList);
        if (!list.ok) return list;
        if (list.value.length > mostClaims)
          return refused(`sentences: expected at most ${mostClaims}, found ${list.value.length}`);
        const stranger = list.value.find((one) => typeof one !== "string");
        if (stranger !== undefined)
          return refused(`sentences: expected a list of texts, found one with ${describeValue(stranger)}`);
        const budget = searchBudget();
        const find = passageFinder(contexts, budget);
        const quotes = list.value.filter((one) => typeof one === "string" && one.trim() !== "").map(String);
        const findings = [...new Set(quotes)].map((text) => {
          const { ok, ...placed } = find(text);
          return finding({ text, counts: ok, ...placed });
        });
        if (budget.isSpent()) return refused(`sentences: ${tooMuchToSearch}`);
        const sentences = contexts.map(({ text }) => sentencesOf(text));
        const needed = sentences.map((own, at) => {
          const quoted = findings.filter(({ context }) => context === at + 1);
          return own.filter(({ start, end }) =>
            quoted.some(({ quoteStart, quoteEnd }) => (quoteStart ?? 0) < end && (quoteEnd ?? 0) > start),
          );
        });
        const wordings = new Set([
          ...needed.flatMap((own, at) => own.map((sentence) => wordingOf(contexts[at], sentence))),
          ...findings.flatMap(({ quote }) => (quote === null ? [] : [oneLine(quote)])),
        ]);
        const counted = sentences.flatMap((own, at) =>
          own.filter((one) => needed[at]?.includes(one) || wordings.has(wordingOf(contexts[at], one))),
        );
        const parts = { counted: counted.length, of: sentences.flat().length };
        return { ok: true, value: share(parts, findings, "the contexts hold no sentence") };
      },
    };
  },
};

const wordingOf = (context: RetrievedContext | undefined, { start, end }: Stretch): string =>
  oneLine(context?.text.slice(start, end) ?? "");

const oneLine = (text: string): string => text.trim().replace(/\s+/g, " ");
