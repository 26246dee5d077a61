import type { JsonObject } from "../../../base/index.ts";
import { type AnswerTemplate, acceptAnswer, judgeSchema } from "../../../template/index.ts";
import { judgedAs, notJudged } from "../../judgement.ts";
import type { ValuedTrait, ValueType } from "../value-type.ts";
import { templateSchema } from "./template-schema.ts";

const cautiousValue =
  "record its most cautious value: null where null is allowed, else false, an empty text, an empty list or the smallest number allowed. Never guess.";

/** Several fields at once, read by the trait's own JSON Schema; each stands in the result as `trait.field`. */
export const templateValue: ValueType = {
  name: "template",
  complete: ({ higherIsBetter }) => ({
    minScore: null,
    maxScore: null,
    higherIsBetter: higherIsBetter === undefined ? null : higherIsBetter,
  }),
  problems: (trait) => [
    ...schemaProblems(trait).map((message) => ({ field: "kind", message })),
    ...(trait.higherIsBetter === null
      ? []
      : [{ field: "higherIsBetter", message: "expected null: a template has no direction" }]),
  ],
  resultKeys: (trait) => fieldKeys(trait).map(([, key]) => key),
  rating: () => ({ best: 0, worst: 0 }),
  schema(trait) {
    const template = templateOf(trait);
    return template === undefined ? { type: "object" } : judgeSchema(template);
  },
  texts: {
    task: "examine one quality of an answer, a trait, and record what you find in the fields of a form.",
    rules: `- Fill in every field of the form. Its description says what to record and in which form.
- Where the answer holds no evidence for a field, ${cautiousValue}`,
    evidenceRules: `- Fill in every field of a form. Its description says what to record and in which form.
- Where there is no evidence for a field, ${cautiousValue}`,
    alone: "the filled form.",
    among: `"fields" holds for each trait of kind template, under its name, its filled form.`,
    inReport: () => "Fill in every field of the form; null, where allowed, for what the report leaves open.",
    known: () => ({}),
    investigated: (trait) => ({ form: storedSchema(trait) }),
  },
  accept(trait, raw, tools) {
    const template = templateOf(trait);
    if (template === undefined) return notJudged(schemaProblems(trait).join("; "));
    const read = acceptAnswer(template, raw ?? null, tools);
    if (!read.ok) return notJudged(read.problems.join("; "));
    const { values } = read.value;
    return judgedAs(
      Object.fromEntries(
        fieldKeys(trait).map(([field, key]) => [
          key,
          Object.hasOwn(values, field) ? (values[field] ?? null) : null,
        ]),
      ),
    );
  },
};

function storedSchema({ kind }: ValuedTrait): JsonObject {
  return typeof kind === "object" ? kind.schema : {};
}

function templateOf(trait: ValuedTrait): AnswerTemplate | undefined {
  const read = templateSchema(storedSchema(trait));
  return read.ok ? read.template : undefined;
}

function schemaProblems(trait: ValuedTrait): readonly string[] {
  const read = templateSchema(storedSchema(trait));
  return read.ok ? [] : read.problems;
}

function fieldKeys(trait: ValuedTrait): readonly (readonly [field: string, key: string])[] {
  const fields = templateOf(trait)?.fields ?? [];
  return fields.map(({ name }) => [name, `${trait.name}.${name}`]);
}
