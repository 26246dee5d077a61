import { isJsonObject, type JsonValue } from "../../base/index.ts";
import type { JudgeForm } from "./judge-form.ts";

/** The form, refusing an object with none of its keys: an error message is no form, even where every field has a default. */
export function withSomeKey<Value>(form: JudgeForm<Value>): JudgeForm<Value> {
  const keys = Object.keys(form.schema.properties ?? {});
  return refusing(form, (missing) =>
    missing.length < keys.length
      ? []
      : [`expected an object with the keys ${keys.join(", ")}, found none of them`],
  );
}

/** The form, refusing an object without one of its keys: what was left out is not known to be empty. */
export function withEveryKey<Value>(form: JudgeForm<Value>): JudgeForm<Value> {
  return refusing(form, (missing) => missing.map((key) => `${key}: expected a value, found nothing`));
}

function refusing<Value>(
  form: JudgeForm<Value>,
  problemsOf: (missing: readonly string[]) => readonly string[],
): JudgeForm<Value> {
  const keys = Object.keys(form.schema.properties ?? {});
  return {
    ...form,
    accept(json: JsonValue) {
      if (!isJsonObject(json)) return form.accept(json);
      const problems = problemsOf(keys.filter((key) => !Object.hasOwn(json, key)));
      return problems.length === 0 ? form.accept(json) : { ok: false, problems };
    },
  };
}
