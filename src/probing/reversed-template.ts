import type { Question } from "../benchmark/index.ts";
import type { TemplateLoader } from "../ports/index.ts";
import { type AnswerTemplate, judgedFields, templateSource } from "../template/index.ts";

/** The template with its fields in reverse, or why there is none. */
export type ReversedTemplate = { readonly template: AnswerTemplate } | { readonly reason: string };

/** Puts the fields that the judge fills in into reverse order; what is checked of them stays. */
export async function reversedTemplate(
  { template }: Pick<Question, "template">,
  loader: TemplateLoader,
): Promise<ReversedTemplate> {
  if (template === undefined || template.kind === "unreadable")
    return { reason: "its question has no template" };
  try {
    const read = template.kind === "native" ? template.template : await loader.load(template.source);
    if (judgedFields(read).length < 2) return { reason: "its template has fewer than two fields" };
    const reversed = { ...read, fields: read.fields.toReversed() };
    // a run takes templates that can be written
    templateSource(reversed);
    return { template: reversed };
  } catch {
    return { reason: "the fields of its template cannot be put into another order: it is code" };
  }
}
