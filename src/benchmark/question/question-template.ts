import { type AnswerTemplate, templateId, templateSource } from "../../template/index.ts";

/** Template source as stored in a benchmark file, byte for byte. */
export interface TemplateSource {
  readonly text: string;
  readonly language: "TypeScript" | "Python";
}

/**
 * The answer template of a question: built in memory, read as source, or kept from a file in a language
 * this version cannot read or use. The last is never run and never passed over silently.
 */
export type QuestionTemplate =
  | { readonly kind: "native"; readonly template: AnswerTemplate }
  | { readonly kind: "source"; readonly source: TemplateSource }
  | {
      readonly kind: "unreadable";
      readonly language: string;
      readonly text: string;
      /** Why it cannot be used; default: its language. */
      readonly reason?: string;
    };

/** The forms in which a caller may hand over a template. */
export type TemplateInput = AnswerTemplate | TemplateSource | QuestionTemplate;

/**
 * The template as a question holds it. Throws `template_invalid` for one whose source cannot be written: without
 * source it has no id and cannot be saved.
 */
export function questionTemplate(input: TemplateInput): QuestionTemplate {
  if ("kind" in input) return Object.freeze({ ...input });
  if ("fields" in input) {
    templateSource(input);
    return Object.freeze({ kind: "native", template: input });
  }
  return Object.freeze({
    kind: "source",
    source: Object.freeze({ text: input.text, language: input.language }),
  });
}

/** The source of a template and its language; that of a native one is written out as TypeScript. */
export function writtenTemplate(template: QuestionTemplate): {
  readonly text: string;
  readonly language: string;
} {
  if (template.kind === "native") return { text: templateSource(template.template), language: "TypeScript" };
  return template.kind === "source" ? template.source : { text: template.text, language: template.language };
}

/** Tells templates apart by their source, whatever its indentation; `no_template` for a question without one. */
export function templateIdOf(question: { readonly template?: QuestionTemplate | undefined }): string {
  return templateId(question.template === undefined ? null : writtenTemplate(question.template).text);
}
