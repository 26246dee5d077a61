import { ownEntry } from "../base/index.ts";
import { fieldsMentioned, fieldsPass, statesNothing } from "../template/index.ts";
import type { Facts } from "./facts.ts";

/**
 * The attributes whose excerpts the verdict lacks. What an answer does not state cannot be quoted, and what decides nothing
 * need not be: an attribute without a value lacks none, nor does one that is only extracted, nor one that the strategy can do
 * without. A custom check may look at any field, and needs the excerpts of all that have a value.
 */
export function lackingEvidence({
  template,
  parsed,
  verification,
  embedding,
}: Partial<Facts>): readonly string[] {
  const { attributesWithoutExcerpts = [] } = parsed?.deepJudgment ?? {};
  const stated = attributesWithoutExcerpts.filter(
    (name) => !statesNothing(ownEntry(parsed?.answer.values, name)),
  );
  if (template === undefined || verification === undefined || template.verify !== undefined) return stated;
  const { strategy } = template;
  const deciding =
    strategy === undefined ? Object.keys(verification.fieldResults) : fieldsMentioned(strategy);
  const lacking = stated.filter((name) => deciding.includes(name));
  const { fieldResults } = embedding?.credit ?? verification;
  const supported = Object.entries(fieldResults).map(
    ([name, passed]) => [name, lacking.includes(name) ? false : passed] as const,
  );
  return fieldsPass(template, Object.fromEntries(supported)) ? [] : lacking;
}
