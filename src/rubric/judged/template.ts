import type { JsonObject } from "../../base/index.ts";
import { type AnswerTemplate, acceptAnswer, judgeSchema } from "../../template/index.ts";
import { notJudged } from "../judgement.ts";
import type { JudgedTrait, JudgedValue } from "./judged-kind.ts";
import { templateSchema } from "./template-schema.ts";

/** Several fields at once, read by the trait's own JSON Schema; each stands in the result as `trait.field`. */
export const templateValue: JudgedValue = {
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
  maxScore: () => undefined,
  resultKeys: (trait) => fieldKeys(trait).map(([, key]) => key),
  rating: () => ({ best: 0, worst: 0 }),
  schema(trait) {
    const template = templateOf(trait);
    return template === undefined ? { type: "object" } : judgeSchema(template);
  },
  accept(trait, raw, tools) {
    const template = templateOf(trait);
    if (template === undefined) return notJudged(schemaProblems(trait).join("; "));
    const read = acceptAnswer(template, raw ?? null, tools);
    if (!read.ok) return notJudged(read.problems.join("; "));
    const { values } = read.value;
    return {
      ok: true,
      scores: Object.fromEntries(
        fieldKeys(trait).map(([field, key]) => [
          key,
          Object.hasOwn(values, field) ? (values[field] ?? null) : null,
        ]),
      ),
    };
  },
  fail: (_trait, problem) => notJudged(problem),
};

function storedSchema({ kind }: JudgedTrait): JsonObject {
  return typeof kind === "object" ? kind.schema : {};
}

function templateOf(trait: JudgedTrait): AnswerTemplate | undefined {
  const read = templateSchema(storedSchema(trait));
  return read.ok ? read.template : undefined;
}

function schemaProblems(trait: JudgedTrait): readonly string[] {
  const read = templateSchema(storedSchema(trait));
  return read.ok ? [] : read.problems;
}

function fieldKeys(trait: JudgedTrait): readonly (readonly [field: string, key: string])[] {
  const fields = templateOf(trait)?.fields ?? [];
  return fields.map(({ name }) => [name, `${trait.name}.${name}`]);
}
