import { isJsonObject, type JsonValue, recordFrom } from "../../base/index.ts";
import type { CheckTools } from "../../template/index.ts";
import { closedObject, type JudgeForm } from "../asking/judge-form.ts";
import type { TraitJudgements } from "../asking/trait-question.ts";
import type { TraitJudgement } from "../judgement.ts";
import { groupByBatch } from "./batches.ts";
import { acceptTraitValue } from "./list.ts";
import { singleTraitForm } from "./single-trait.ts";
import type { ValuedTrait } from "./value-type.ts";

/**
 * Asks for traits with values of any type in one call: `{ scores, classifications, fields }`, of which only those are
 * there that a trait needs; `fields` holds the form of each template trait under its name. A part that is missing takes
 * nothing from the others; a reply without any part is refused.
 */
export function combinedForm(traits: readonly ValuedTrait[], tools: CheckTools): JudgeForm<TraitJudgements> {
  const parts = groupByBatch(traits).map(({ batch, traits: own }) => ({
    traits: own,
    form: batch === undefined ? fieldsForm(own, tools) : batch.form(own, tools),
  }));
  const properties = parts.flatMap(({ form }) => Object.entries(form.schema.properties ?? {}));
  return {
    name: "trait_values",
    schema: closedObject(recordFrom(properties)),
    accept(json) {
      const replies = parts.map((part) => ({ ...part, reply: part.form.accept(json) }));
      if (replies.every(({ reply }) => !reply.ok))
        return { ok: false, problems: replies.flatMap(({ reply }) => (reply.ok ? [] : reply.problems)) };
      const judgements = replies.flatMap(({ reply, traits: own }): (readonly [string, TraitJudgement])[] =>
        reply.ok
          ? [...reply.value]
          : own.map((trait) => [trait.name, acceptTraitValue(trait, undefined, tools)]),
      );
      return { ok: true, value: new Map(judgements) };
    },
  };
}

/** Asks for traits that have a form each: `{ fields: { <trait>: <form> } }`. */
function fieldsForm(traits: readonly ValuedTrait[], tools: CheckTools): JudgeForm<TraitJudgements> {
  const forms = traits.map((trait) => ({ name: trait.name, form: singleTraitForm(trait, tools) }));
  return {
    name: "trait_fields",
    schema: closedObject({
      fields: closedObject(recordFrom(forms.map(({ name, form }) => [name, form.schema]))),
    }),
    accept(json) {
      const fields = isJsonObject(json) ? json.fields : undefined;
      if (!isJsonObject(fields)) return { ok: false, problems: ["fields: expected an object"] };
      const judgements = forms.map(({ name, form }) => {
        const raw: JsonValue = Object.hasOwn(fields, name) ? (fields[name] ?? null) : null;
        const reply = form.accept(raw);
        const judgement: TraitJudgement = reply.ok
          ? reply.value
          : { ok: false, problem: reply.problems.join("; "), scores: {} };
        return [name, judgement] as const;
      });
      return { ok: true, value: new Map(judgements) };
    },
  };
}
