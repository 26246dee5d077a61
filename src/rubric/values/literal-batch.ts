import { jsonSection } from "../../prompt/index.ts";
import { closedObject, isList, member, namedTwice, valuesByName } from "../asking/judge-form.ts";
import { materialRule, rulesFor, severalTraits } from "../asking/judging-rules.ts";
import { criteriaOf, materialSections } from "../asking/material.ts";
import type { TraitJudgement } from "../judgement.ts";
import { acceptTraitValue } from "./list.ts";
import { literalValue } from "./literal/literal.ts";
import type { ValueBatch } from "./value-batch.ts";

/**
 * Literal traits in one call: `{ classifications: [{ trait_name, class_name }] }`, a list because some providers leave
 * free-form maps empty. Others are ignored; a missing one scores -1, and so does one named twice with different classes.
 */
export const literalBatch: ValueBatch = {
  types: [literalValue],
  prompt: (traits, material) => ({
    system: `You sort an answer by several traits, each with classes of its own.

${rulesFor(material, literalValue.texts.rules, severalTraits)}

${materialRule}
Reply with the JSON object alone: "classifications" holds one entry for each trait, "trait_name" its name and "class_name" the name of one of its own classes.`,
    user: materialSections(
      material,
      jsonSection(
        "traits",
        traits.map((trait) => ({
          name: trait.name,
          criteria: criteriaOf(trait),
          ...literalValue.texts.known(trait),
        })),
      ),
    ),
  }),
  form(traits, tools) {
    const names = traits.map(({ name }) => name);
    const classes = new Set(traits.flatMap((trait) => (trait.classes ?? []).map(({ name }) => name)));
    const item = closedObject({
      trait_name: { type: "string", enum: names },
      class_name: { type: "string", enum: [...classes] },
    });
    return {
      name: "trait_classifications",
      schema: closedObject({ classifications: { type: "array", items: item } }),
      accept(json) {
        const list = member(json, "classifications", "a list", isList);
        if (!list.ok) return list;
        const chosen = valuesByName(list.value, "class_name");
        const judgements = traits.map((trait): readonly [string, TraitJudgement] => {
          const [value, ...others] = chosen.get(trait.name) ?? [];
          if (others.length === 0) return [trait.name, acceptTraitValue(trait, value, tools)];
          return [
            trait.name,
            { ...acceptTraitValue(trait, undefined, tools), ok: false, problem: namedTwice },
          ];
        });
        return { ok: true, value: new Map(judgements) };
      },
    };
  },
};
