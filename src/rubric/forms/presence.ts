import { isJsonObject, ownEntry } from "../../base/index.ts";
import { describeValue } from "../describe-value.ts";
import type { DynamicRubric } from "../dynamic/dynamic-rubric.ts";
import { yesOrNo } from "../judged/boolean.ts";
import { allTraits } from "../rubric.ts";
import { closedObject, isList, type JudgeForm, member } from "./judge-form.ts";

/**
 * Asks which traits of a dynamic rubric an answer touches: `{ results: [{ trait_name, present }] }`. Gives the names of
 * those that are present; a trait the reply leaves out is absent, of one named twice the later counts. What says neither
 * yes nor no of a trait is refused: it is not known to be absent.
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
          .map((entry) => [ownEntry(entry, "trait_name"), ownEntry(entry, "present")] as const),
      );
      const unclear = names.filter(
        (name) => present.has(name) && yesOrNo(present.get(name), name) === undefined,
      );
      if (unclear.length > 0) {
        const problems = unclear.map(
          (name) => `${name}: expected true or false, found ${describeValue(present.get(name))}`,
        );
        return { ok: false, problems };
      }
      return { ok: true, value: new Set(names.filter((name) => yesOrNo(present.get(name), name) === true)) };
    },
  };
}
