import { isJsonObject, type JsonSchema, ownEntry } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { describeValue } from "../describe-value.ts";
import type { JudgedTrait } from "../judged/judged-kind.ts";
import { judgedValueOf } from "../judged/list.ts";
import type { TraitJudgement } from "../judgement.ts";
import { closedObject, type JudgeForm, refused } from "./judge-form.ts";

/**
 * Asks for one trait, LLM or agentic: `{ result }`, `{ score }` or `{ classification }`, or the fields of a template. A
 * reply without a usable value is refused, so that the judge can be asked again; a class that does not exist is a value
 * of -1 with the judge's own text.
 */
export function singleTraitForm(trait: JudgedTrait, tools: CheckTools): JudgeForm<TraitJudgement> {
  const value = judgedValueOf(trait);
  const { replyKey } = value;
  return {
    name: replyKey === undefined ? "trait_fields" : `trait_${replyKey}`,
    schema: singleTraitSchema(trait),
    accept(json) {
      if (!isJsonObject(json)) return refused(`expected a JSON object, found ${describeValue(json)}`);
      const raw = replyKey === undefined ? json : ownEntry(json, replyKey);
      const judgement = value.accept(trait, raw, tools);
      const isAnswered = raw !== undefined && raw !== null;
      if (judgement.ok || (isAnswered && judgement.label !== undefined))
        return { ok: true, value: judgement };
      return refused(replyKey === undefined ? judgement.problem : `${replyKey}: ${judgement.problem}`);
    },
  };
}

/** The object a judge fills in for one trait. */
function singleTraitSchema(trait: JudgedTrait): JsonSchema {
  const value = judgedValueOf(trait);
  const schema = value.schema(trait);
  return value.replyKey === undefined ? schema : closedObject({ [value.replyKey]: schema });
}
