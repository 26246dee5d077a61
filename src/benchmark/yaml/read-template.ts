import {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  ownEntry,
  recordFrom,
} from "../../base/index.ts";
import { allOf, anyOf, atLeastN, type Composition, fieldCheck } from "../../template/index.ts";
import {
  CaseForm,
  type ConditionalForm,
  type DefaultsForm,
  FieldForm,
  type PassForm,
  type QuestionForm,
  templateKeys,
} from "./benchmark-form.ts";
import { readCheck } from "./check-form.ts";
import { schemaOfType, typeOfTruth } from "./field-type.ts";
import { type FormProblems, unknownKey } from "./form-problems.ts";

type Path = readonly PropertyKey[];

/** What the questions of a file have in common. */
export interface Shared {
  readonly defaults: DefaultsForm;
  readonly fields: { readonly [name: string]: FieldForm };
  readonly problems: FormProblems;
}

/** What the judge is told of the one field of a question that has only `answer` and `check`. */
export const answerDescription = "The answer that the response gives to the question";

/** The template of a question as data, not yet checked as a whole; undefined where it has none. */
export function readTemplate(form: QuestionForm, path: Path, shared: Shared): JsonObject | undefined {
  const { check = shared.defaults.check } = form;
  const isShort = form.fields === undefined && check !== undefined && check !== null;
  checkPlaces(form, path, isShort, shared);
  if (form.code !== undefined) return undefined;
  const fields = isShort
    ? [readField("answer", shortField(form, check), path, shared)]
    : readFields(form.fields ?? {}, [...path, "fields"], form.check === null ? withoutCheck(shared) : shared);
  if (fields.length === 0 && form.regex === undefined) return undefined;
  const regex = Object.entries(form.regex ?? {}).map(
    ([name, { match = "exact", ...rest }]) => [name, { ...rest, matchType: match }] as const,
  );
  return {
    name: form.template_name ?? "Answer",
    fields: fields.flatMap((field) => field ?? []),
    ...(form.judge === undefined ? {} : { judge: form.judge }),
    ...(form.pass === undefined ? {} : { strategy: { ...composition(form.pass) } as JsonObject }), // it is JSON
    regex: recordFrom(regex),
  };
}

function withoutCheck({ defaults: { check: _check, ...defaults }, ...shared }: Shared): Shared {
  return { ...shared, defaults };
}

function shortField(form: QuestionForm, check: JsonValue): FieldForm {
  const { type, hint, description = answerDescription } = form;
  return { truth: form.answer, check, description, ...(type && { type }), ...(hint && { hint }) };
}

/** Keys that say nothing where they stand are mistakes. */
function checkPlaces(form: QuestionForm, path: Path, isShort: boolean, { problems }: Shared): void {
  const refuse = (keys: readonly (keyof QuestionForm)[], message: string) => {
    for (const key of keys) if (form[key] !== undefined) problems.add([...path, key], message, true);
  };
  if (form.code !== undefined) {
    const others = templateKeys.filter((key) => key !== "code" && !(key === "check" && form.check === null));
    refuse(others, "expected no such key beside code");
    return;
  }
  if (form.fields !== undefined && form.check !== null)
    refuse(["check"], "expected check in one of the fields, or no fields");
  if (!isShort)
    refuse(["type", "description", "hint"], "expected this in one of the fields, or check beside it");
  if (!isShort && form.fields === undefined) {
    refuse(["pass"], "expected fields that pass is about");
    refuse(["judge"], "expected fields that are filled in from it");
  }
}

function readFields(fields: JsonObject, path: Path, shared: Shared): readonly (JsonObject | undefined)[] {
  return Object.entries(fields).map(([name, value]) => {
    const at = [...path, name];
    const common = ownEntry(shared.fields, name);
    if (common === undefined && !isJsonObject(value)) {
      const known = Object.keys(shared.fields);
      const why = "expected an object with a description, as no shared field has this name";
      shared.problems.add(at, known.length === 0 ? why : `${why}; ${unknownKey(name, known)}`, true);
      return undefined;
    }
    if (!isJsonObject(value)) return readField(name, { ...common, truth: value }, at, shared);
    const own = shared.problems.read(FieldForm, value, at);
    return own === undefined ? undefined : readField(name, overlaid(common, own), at, shared);
  });
}

/** A type of the question's own replaces the shared one, in whichever of the two ways it is said. */
function overlaid(common: FieldForm = {}, own: FieldForm): FieldForm {
  const { type: _type, schema: _schema, ...untyped } = common;
  return own.type === undefined && own.schema === undefined ? { ...common, ...own } : { ...untyped, ...own };
}

function readField(name: string, form: FieldForm, path: Path, shared: Shared): JsonObject | undefined {
  const { problems, defaults } = shared;
  const before = problems.total;
  const isChecked = form.truth !== undefined || form.conditional_truth !== undefined;
  const schema = fieldSchema(form, path, problems);
  const { description } = form;
  if (description === undefined)
    problems.add(path, `expected a description of the field ${JSON.stringify(name)}`);
  if (form.truth !== undefined && form.conditional_truth !== undefined)
    problems.add([...path, "truth"], "expected truth or conditional_truth, found both", true);
  if (form.check === null)
    problems.add(
      [...path, "check"],
      "expected a check, found null; without the key the default applies, and a field without truth has none",
    );
  else if (!isChecked && form.check !== undefined)
    problems.add([...path, "check"], "expected truth beside it: what the value is compared with", true);
  const field = {
    name,
    schema,
    description,
    required: form.required ?? true,
    ...(form.hint === undefined ? {} : { extractionHint: form.hint }),
  };
  const verification = isChecked ? readVerification(form, path, shared, defaults.check) : undefined;
  if (problems.total > before) return undefined;
  // without problems, nothing of it is undefined
  return { ...field, ...(verification && { verification }) } as unknown as JsonObject;
}

function fieldSchema(
  form: FieldForm,
  path: Path,
  problems: FormProblems,
): JsonSchema | JsonObject | undefined {
  if (form.schema !== undefined && form.type !== undefined)
    problems.add([...path, "type"], "expected type or schema, found both", true);
  if (form.schema !== undefined) return form.schema;
  const type = form.type ?? (form.truth === undefined ? undefined : typeOfTruth(form.truth));
  if (type === undefined) problems.add(path, "expected a type, which does not follow from the ground truth");
  return type === undefined ? undefined : schemaOfType(type);
}

function readVerification(form: FieldForm, path: Path, { problems }: Shared, usual: JsonValue | undefined) {
  const { truth, conditional_truth: conditional, weight = 1 } = form;
  const cases = conditional && readConditional(conditional, [...path, "conditional_truth"], problems);
  const groundTruth = cases ?? truth;
  // where each case has its own, none is needed beside them
  const all = cases === undefined ? [] : [...Object.values(cases.cases), cases.default];
  if (form.check === undefined && all.length > 0 && all.every(({ verifyWith }) => verifyWith !== undefined))
    return { groundTruth, verifyWith: cases?.default.verifyWith, weight };
  const check = form.check ?? usual;
  if (check === undefined || check === null) {
    problems.add(path, "expected check: how the ground truth is compared, such as exact_match");
    return undefined;
  }
  const at = form.check === undefined ? ["defaults", "check"] : [...path, "check"];
  return { groundTruth, verifyWith: readCheck(check, at, problems), weight };
}

function readConditional({ source, cases, ...rest }: ConditionalForm, path: Path, problems: FormProblems) {
  const readCase = (form: JsonValue, at: Path) => {
    if (!isJsonObject(form)) return { value: form };
    const read = problems.read(CaseForm, form, at);
    const check = read?.check;
    const verifyWith = check === undefined ? undefined : readCheck(check, [...at, "check"], problems);
    return { value: read?.truth ?? null, ...(verifyWith && { verifyWith }) };
  };
  const read = Object.entries(cases).map(
    ([key, form]) => [key, readCase(form, [...path, "cases", key])] as const,
  );
  return {
    conditional: true,
    source,
    cases: recordFrom(read),
    default: readCase(rest.default, [...path, "default"]),
  };
}

function composition(form: PassForm): Composition {
  if (typeof form === "string") return fieldCheck(form);
  if ("all_of" in form) return allOf(form.all_of.map(composition));
  if ("any_of" in form) return anyOf(form.any_of.map(composition));
  return atLeastN(form.at_least, form.of.map(composition));
}
