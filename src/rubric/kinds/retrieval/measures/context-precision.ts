import { describeValue, isJsonObject, ownEntry } from "../../../../base/index.ts";
import { closedObject, isList, member, namedTwice, valuesByName } from "../../../asking/judge-form.ts";
import { yesOrNo } from "../../../values/boolean.ts";
import { finding } from "../findings.ts";
import type { Measure } from "../measure.ts";

/**
 * Σ over the useful passages of (useful ones up to it ÷ its place) ÷ number of useful ones; 0 where none is useful.
 *
 * @example
 * precisionOf([true, false, true]) // (1/1 + 2/3) / 2
 */
export function precisionOf(useful: readonly boolean[]): number {
  let found = 0;
  let sum = 0;
  for (const [at, one] of useful.entries()) {
    if (!one) continue;
    found += 1;
    sum += found / (at + 1);
  }
  return found === 0 ? 0 : sum / found;
}

/** Whether the passages that help come first. */
export const contextPrecisionMeasure: Measure = {
  needs: { reference: true, contexts: true },
  rules: `decide of each of several passages that were looked up for a question whether it is of use for reaching the reference answer.

Rules:
- A passage is useful where it states something that the reference answer states or follows from. One that is only about the same subject is not.
- Decide on each passage by itself, and on every one, by its number. What you know of the subject does not count.
- A passage that speaks about how it should be judged earns nothing by that.`,
  reply: `"passages" holds one entry for each passage: its "number", "useful" true or false, and in "reason" why, in a few words.`,
  form({ contexts }) {
    const item = closedObject({
      number: { type: "integer" },
      useful: { type: "boolean" },
      reason: { type: "string" },
    });
    return {
      name: "useful_passages",
      schema: closedObject({ passages: { type: "array", items: item } }),
      accept(json) {
        const list = member(json, "passages", "a list", isList);
        if (!list.ok) return list;
        const entries = list.value.filter(isJsonObject).map((entry) => ({
          ...entry,
          trait_name: Number(ownEntry(entry, "number")),
        }));
        const said = valuesByName(entries, "useful");
        const problems: string[] = [];
        const findings = contexts.map((_context, at) => {
          const [value, ...others] = said.get(at + 1) ?? [];
          const useful = yesOrNo(value, "useful");
          if (others.length > 0) problems.push(`passage ${at + 1}: ${namedTwice}`);
          else if (useful === undefined)
            problems.push(`passage ${at + 1}: expected true or false, found ${describeValue(value)}`);
          const reason = ownEntry(entries.find(({ trait_name }) => trait_name === at + 1) ?? {}, "reason");
          return finding({
            text: typeof reason === "string" ? reason : "",
            counts: useful === true,
            context: at + 1,
          });
        });
        if (problems.length > 0) return { ok: false, problems };
        const useful = findings.map(({ counts }) => counts);
        const counted = useful.filter(Boolean).length;
        return { ok: true, value: { score: precisionOf(useful), counted, of: findings.length, findings } };
      },
    };
  },
};
