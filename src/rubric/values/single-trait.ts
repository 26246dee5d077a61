import { describeValue, isJsonObject, ownEntry } from "../../base/index.ts";
import { jsonSection, type Prompt } from "../../prompt/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { closedObject, type JudgeForm, refused } from "../asking/judge-form.ts";
import { materialRule, rulesFor } from "../asking/judging-rules.ts";
import { criteriaOf, materialSections, type RubricMaterial } from "../asking/material.ts";
import { withSomeKey } from "../asking/required-keys.ts";
import type { TraitJudgement } from "../judgement.ts";
import { valueTypeOf } from "./list.ts";
import type { DescribedTrait, ValuedTrait } from "./value-type.ts";

/**
 * Asks for one trait, LLM or agentic: `{ result }`, `{ score }` or `{ classification }`, or the fields of a template. A
 * reply without a usable value is refused, so that the judge can be asked again; a class that does not exist is a value
 * of -1 with the judge's own text.
 */
export function singleTraitForm(trait: ValuedTrait, tools: CheckTools): JudgeForm<TraitJudgement> {
  const value = valueTypeOf(trait);
  const { replyKey } = value;
  const schema = value.schema(trait);
  return withSomeKey({
    name: replyKey === undefined ? "trait_fields" : `trait_${replyKey}`,
    schema: replyKey === undefined ? schema : closedObject({ [replyKey]: schema }),
    accept(json) {
      if (!isJsonObject(json)) return refused(`expected a JSON object, found ${describeValue(json)}`);
      const raw = replyKey === undefined ? json : ownEntry(json, replyKey);
      const judgement = value.accept(trait, raw, tools);
      const isAnswered = raw !== undefined && raw !== null;
      if (judgement.ok || (isAnswered && judgement.label !== undefined))
        return { ok: true, value: judgement };
      return refused(replyKey === undefined ? judgement.problem : `${replyKey}: ${judgement.problem}`);
    },
  });
}

/** Has a judge decide on one trait over the answer. */
export function singleTraitPrompt(trait: DescribedTrait, material: RubricMaterial): Prompt {
  const { task, rules, alone, known } = valueTypeOf(trait).texts;
  const { scale, classes } = known(trait);
  const asked = {
    name: trait.name,
    ...(scale !== undefined && { scale }),
    criteria: criteriaOf(trait),
    ...(classes !== undefined && { classes }),
  };
  return {
    system: `You ${task}

${rulesFor(material, rules)}

${materialRule}
Reply with the JSON object alone: ${alone}`,
    user: materialSections(material, jsonSection("trait", asked)),
  };
}
