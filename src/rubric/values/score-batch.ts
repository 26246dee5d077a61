import { isJsonObject, ownEntry, recordFrom } from "../../base/index.ts";
import { jsonSection } from "../../prompt/index.ts";
import { closedObject, member } from "../asking/judge-form.ts";
import { materialRule, rulesFor, severalTraits } from "../asking/judging-rules.ts";
import { criteriaOf, materialSections } from "../asking/material.ts";
import { booleanValue } from "./boolean.ts";
import { acceptTraitValue, valueTypeOf } from "./list.ts";
import { scoreValue } from "./score.ts";
import type { ValueBatch } from "./value-batch.ts";

/**
 * Boolean and score traits in one call: `{ scores: { <trait>: <value> } }`. Names match exactly, others are ignored. A
 * value that is missing or makes no sense fails its own trait alone.
 */
export const scoreBatch: ValueBatch = {
  types: [booleanValue, scoreValue],
  prompt: (traits, material) => ({
    system: `You judge several qualities of an answer, its traits.

${rulesFor(material, scoreValue.texts.rules, severalTraits)}

${materialRule}
Reply with the JSON object alone: "scores" holds for each trait, under its name, true or false where its kind is boolean (true: the answer meets the criteria), a whole number of its scale where its kind is score.`,
    user: materialSections(
      material,
      jsonSection(
        "traits",
        traits.map((trait) => ({
          name: trait.name,
          kind: trait.kind,
          ...valueTypeOf(trait).texts.known(trait),
          criteria: criteriaOf(trait),
        })),
      ),
    ),
  }),
  form(traits, tools) {
    const values = traits.map((trait) => [trait.name, valueTypeOf(trait).schema(trait)] as const);
    return {
      name: "trait_scores",
      schema: closedObject({ scores: closedObject(recordFrom(values)) }),
      accept(json) {
        const scores = member(json, "scores", "an object", isJsonObject);
        if (!scores.ok) return scores;
        const judgements = traits.map(
          (trait) =>
            [trait.name, acceptTraitValue(trait, ownEntry(scores.value, trait.name), tools)] as const,
        );
        return { ok: true, value: new Map(judgements) };
      },
    };
  },
};
