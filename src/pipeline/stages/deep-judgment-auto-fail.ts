import { ownEntry, recordFrom } from "../../base/index.ts";
import { fieldsMentioned, fieldsPass, statesNothing } from "../../template/index.ts";
import type { Facts } from "../facts.ts";
import { defineStage } from "../stage.ts";

/**
 * Fails an answer in which deep judgment found no excerpt for an attribute that the verdict rests on, even where its value is
 * right. Stands after the embedding check and undoes its pass. Abstention goes before it; where no excerpts were looked for,
 * none can be lacking.
 */
export const deepJudgmentAutoFail = defineStage({
  name: "DeepJudgmentAutoFail",
  requires: [],
  reads: ["template", "parsed", "verification", "embedding", "abstention"],
  produces: [],
  skip: (facts) => {
    if (facts.abstention?.overrideApplied) return "the model abstained";
    const judged = facts.parsed?.deepJudgment;
    if (judged === undefined) return "deep judgment of the template was not performed";
    if (judged.mode === "reasoning_only") return "deep judgment looked for no excerpts";
    if (judged.attributesWithoutExcerpts.length === 0) return "every attribute has its excerpts";
    return lackingEvidence(facts).length === 0 ? "every attribute that needs one has its excerpt" : undefined;
  },
  async run(facts) {
    return {
      ruling: {
        verifyResult: false,
        kind: "auto_fail",
        category: "deep_judgment",
        reason: `no excerpt was found for: ${lackingEvidence(facts).join(", ")}`,
      },
    };
  },
});

/**
 * The attributes whose excerpts the verdict lacks. What an answer does not state cannot be quoted, and what decides nothing
 * need not be: an attribute without a value lacks none, nor does one that is only extracted, nor one that the strategy can do
 * without. A custom check may look at any field, and needs the excerpts of all that have a value.
 */
function lackingEvidence({ template, parsed, verification, embedding }: Partial<Facts>): readonly string[] {
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
  return fieldsPass(template, recordFrom(supported)) ? [] : lacking;
}
