import { describeValue } from "../../base/index.ts";
import { jsonSection, type Prompt, section } from "../../prompt/index.ts";
import {
  closedObject,
  isList,
  type JudgeForm,
  member,
  namedTwice,
  valuesByName,
} from "../asking/judge-form.ts";
import { materialRule } from "../asking/judging-rules.ts";
import { allTraits } from "../rubric.ts";
import { yesOrNo } from "../values/boolean.ts";
import { conceptOf } from "./concept.ts";
import type { DynamicRubric } from "./dynamic-rubric.ts";

/**
 * Asks which traits of a dynamic rubric an answer touches: `{ results: [{ trait_name, present }] }`. Gives the names of
 * those that are present; a trait the reply leaves out is absent. What says neither yes nor no of a trait, or both, is
 * refused: it is not known to be absent.
 */
export function presenceForm(rubric: DynamicRubric): JudgeForm<ReadonlySet<string>> {
  const names = allTraits(rubric).map(({ name }) => name);
  const item = closedObject({ trait_name: { type: "string", enum: names }, present: { type: "boolean" } });
  return {
    name: "trait_presence",
    schema: closedObject({ results: { type: "array", items: item } }),
    accept(json) {
      const list = member(json, "results", "a list", isList);
      if (!list.ok) return list;
      const said = valuesByName(list.value, "present");
      const problems = names.flatMap((name) => {
        const [value, ...others] = said.get(name) ?? [false];
        if (others.length > 0) return [`${name}: ${namedTwice}`];
        const isClear = yesOrNo(value, name) !== undefined;
        return isClear ? [] : [`${name}: expected true or false, found ${describeValue(value)}`];
      });
      if (problems.length > 0) return { ok: false, problems };
      const isPresent = (name: string) => yesOrNo(said.get(name)?.[0], name) === true;
      return { ok: true, value: new Set(names.filter(isPresent)) };
    },
  };
}

const rules = `You decide which concepts an answer engages with. It does not matter whether it does so well.

Rules:
- A concept is present when the answer engages with any aspect of it in substance: states, explains, recommends, weighs or applies something about it. Other words for the same thing count.
- A passing mention is not enough, nor is a word that happens to be the same.
- When you are not sure, the concept is present.
- Decide on each concept by itself, and on every one. Write the name of its trait exactly as it stands.

${materialRule}
Reply with the JSON object alone: "results" holds one entry for each concept, "trait_name" the name of its trait and "present" true or false.`;

/** Decides which traits of a dynamic rubric apply to an answer. */
export function presencePrompt(input: { readonly rubric: DynamicRubric; readonly answer: string }): Prompt {
  const concepts = allTraits(input.rubric).map((trait) => ({
    trait_name: trait.name,
    concept: conceptOf(trait) ?? trait.name,
  }));
  return {
    system: rules,
    user: `${section("answer", input.answer)}\n\n${jsonSection("concepts", concepts)}`,
  };
}
