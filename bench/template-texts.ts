import type { AnswerTemplate } from "../src/index.ts";
import { templateSource } from "../src/template/index.ts";

/** The languages whose files are measured. */
export const templateLanguages = ["TypeScript"] as const;
export type TemplateLanguage = (typeof templateLanguages)[number];

/** How a template is written in each. */
export const templateTexts: {
  readonly [Language in TemplateLanguage]: (template: AnswerTemplate) => string;
} = {
  TypeScript: templateSource,
};
