import { isJsonObject, ownEntry } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import type { JudgedTrait } from "../judged/judged-kind.ts";
import { acceptTraitValue, judgedValueOf } from "../judged/list.ts";
import type { TraitJudgement } from "../judgement.ts";
import { closedObject, type JudgeForm, member } from "./judge-form.ts";

/** What became of each trait of a call, by name. */
export type TraitJudgements = ReadonlyMap<string, TraitJudgement>;

/**
 * Asks for boolean and score traits in one call: `{ scores: { <trait>: <value> } }`. Names match exactly, others are
 * ignored. A value that is missing or makes no sense fails its own trait alone.
 */
export function scoreBatchForm(
  traits: readonly JudgedTrait[],
  tools: CheckTools,
): JudgeForm<TraitJudgements> {
  const values = traits.map((trait) => [trait.name, judgedValueOf(trait).schema(trait)] as const);
  return {
    name: "trait_scores",
    schema: closedObject({ scores: closedObject(Object.fromEntries(values)) }),
    accept(json) {
      const scores = member(json, "scores", "an object", isJsonObject);
      if (!scores.ok) return scores;
      const judgements = traits.map(
        (trait) => [trait.name, acceptTraitValue(trait, ownEntry(scores.value, trait.name), tools)] as const,
      );
      return { ok: true, value: new Map(judgements) };
    },
  };
}
