import { isJsonObject, ownEntry } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { JudgedTrait } from "../judged/judged-kind.ts";
import { acceptTraitValue } from "../judged/list.ts";
import { closedObject, isList, type JudgeForm, member } from "./judge-form.ts";
import type { TraitJudgements } from "./score-batch.ts";

/**
 * Asks for literal traits in one call: `{ classifications: [{ trait_name, class_name }] }`, a list because some providers
 * leave free-form maps empty. Of a trait named twice, the later counts; others are ignored; a missing one scores -1.
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
      const chosen = new Map(
        list.value
          .filter(isJsonObject)
          .map((entry) => [ownEntry(entry, "trait_name"), ownEntry(entry, "class_name")] as const),
      );
      const judgements = traits.map(
        (trait) => [trait.name, acceptTraitValue(trait, chosen.get(trait.name), tools)] as const,
      );
      return { ok: true, value: new Map(judgements) };
    },
  };
}
