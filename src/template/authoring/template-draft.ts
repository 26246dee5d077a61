import * as z from "zod";
import { recordOf } from "../../base/index.ts";
import { JudgedSource } from "../../trace/index.ts";
import type { AnswerTemplate } from "../answer-template.ts";
import { plainDraft } from "./plain-template.ts";
import {
  type CustomChecks,
  invalidTemplate,
  problemsOf,
  templateFromData,
  usableTemplate,
} from "./template-data.ts";

const extractedOptions = { description: z.string(), extractionHint: z.string().optional() };
const field = { name: z.string(), schema: z.unknown(), required: z.boolean() };

/**
 * A template as its author wrote it, with the functions taken out and each zod schema turned into JSON Schema.
 * Strict, so that a misspelt option is reported.
 */
const TemplateDraft = z.strictObject({
  name: z.string().default("Answer"),
  fields: z.array(
    z.discriminatedUnion("kind", [
      z.strictObject({ ...field, kind: z.literal("extracted"), options: z.strictObject(extractedOptions) }),
      z.strictObject({
        ...field,
        kind: z.literal("verified"),
        options: z.strictObject({
          ...extractedOptions,
          groundTruth: z.unknown(),
          verifyWith: z.unknown(),
          weight: z.number().default(1),
        }),
      }),
    ]),
  ),
  judge: JudgedSource.optional(),
  strategy: z.unknown().optional(),
  regex: recordOf(z.looseObject({ matchType: z.unknown().default("exact") })).default({}),
});
type TemplateDraft = z.infer<typeof TemplateDraft>;

/**
 * Makes a template from what its author wrote, wherever the author's code ran.
 *
 * @throws KareninaError `template_invalid`
 */
export function templateFromDraft(draft: unknown, checks: CustomChecks = {}): AnswerTemplate {
  const usable = usableTemplate(plainDraft(draft), checks);
  if (usable !== undefined) return usable;
  const parsed = TemplateDraft.safeParse(draft);
  if (!parsed.success) throw invalidTemplate(draft, problemsOf(parsed.error, draft));
  const { strategy, fields, ...rest } = parsed.data;
  const data = {
    ...rest,
    fields: fields.map(fieldData),
    ...(strategy === undefined
      ? {}
      : { strategy: typeof strategy === "string" ? { type: "field_check", field: strategy } : strategy }),
  };
  return templateFromData(data, checks);
}

function fieldData({ name, schema, required, ...rest }: TemplateDraft["fields"][number]): object {
  const { description, extractionHint } = rest.options;
  const known = {
    name,
    schema,
    description,
    required,
    ...(extractionHint === undefined ? {} : { extractionHint }),
  };
  if (rest.kind === "extracted") return known;
  const { groundTruth, verifyWith, weight } = rest.options;
  return { ...known, verification: { groundTruth, verifyWith, weight } };
}
