import type { CheckTools } from "../../template/index.ts";
import type { JudgedTrait } from "../judged/judged-kind.ts";
import { acceptTraitValue } from "../judged/list.ts";
import type { TraitJudgement } from "../judgement.ts";
import { closedObject, isList, type JudgeForm, member, namedTwice, valuesByName } from "./judge-form.ts";
import type { TraitJudgements } from "./score-batch.ts";

/**
 * Asks for literal traits in one call: `{ classifications: [{ trait_name, class_name }] }`, a list because some providers
 * leave free-form maps empty. Others are ignored; a missing one scores -1, and so does one named twice with different classes.
 */
export function literalBatchForm(
  traits: readonly JudgedTrait[],
  tools: CheckTools,
): JudgeForm<TraitJudgements> {
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
        return [trait.name, { ...acceptTraitValue(trait, undefined, tools), ok: false, problem: namedTwice }];
      });
      return { ok: true, value: new Map(judgements) };
    },
  };
}
