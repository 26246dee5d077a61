import { isJsonObject } from "../../base/index.ts";
import type { DynamicRubric } from "../dynamic/dynamic-rubric.ts";
import { allTraits } from "../rubric.ts";
import { closedObject, isList, type JudgeForm, member, ownValue } from "./judge-form.ts";

/**
 * Asks which traits of a dynamic rubric an answer touches: `{ results: [{ trait_name, present }] }`. Gives the names of
 * those that are present; a trait the reply leaves out is absent, of one named twice the later counts.
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
      const present = new Map(
        list.value
          .filter(isJsonObject)
          .map((entry) => [ownValue(entry, "trait_name"), ownValue(entry, "present")] as const),
      );
      return { ok: true, value: new Set(names.filter((name) => present.get(name) === true)) };
    },
  };
}
