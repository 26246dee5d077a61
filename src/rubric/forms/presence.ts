import { describeValue } from "../describe-value.ts";
import type { DynamicRubric } from "../dynamic/dynamic-rubric.ts";
import { yesOrNo } from "../judged/boolean.ts";
import { allTraits } from "../rubric.ts";
import { closedObject, isList, type JudgeForm, member, namedTwice, valuesByName } from "./judge-form.ts";

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
