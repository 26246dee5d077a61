import type { JsonValue } from "../../base/index.ts";
import type { Question } from "../question/question.ts";
import { canonicalJson } from "../same-json.ts";
import { questionField } from "./question-field.ts";

/** A value of a field and how many questions have it. */
export interface FieldCount {
  readonly value: JsonValue;
  readonly count: number;
}

/**
 * Counts questions by the value of a field, most frequent first. Questions without the field are counted under null;
 * a question whose field is a list counts once for each different member.
 */
export function countByField(questions: readonly Question[], path: string): readonly FieldCount[] {
  const read = questionField(path);
  const counts = new Map<string, { readonly value: JsonValue; count: number }>();
  for (const question of questions) {
    for (const [key, value] of valuesOf(read(question))) {
      const entry = counts.get(key) ?? { value, count: 0 };
      entry.count += 1;
      counts.set(key, entry);
    }
  }
  return [...counts.values()].sort((left, right) => right.count - left.count);
}

function valuesOf(field: JsonValue | undefined): ReadonlyMap<string, JsonValue> {
  const members: readonly JsonValue[] =
    Array.isArray(field) && field.length > 0 ? field : [Array.isArray(field) ? null : (field ?? null)];
  return new Map(members.map((value) => [canonicalJson(value), value]));
}
