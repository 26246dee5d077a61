import { messageOf } from "../../../base/index.ts";
import type { BenchmarkContent, QuestionTemplate } from "../../../benchmark/index.ts";
import { createTemplateLoader, pythonTemplateSource } from "../../../languages/index.ts";
import { type AnswerTemplate, templateSource } from "../../../template/index.ts";
import type { TemplateLanguage } from "./benchmark-commands.ts";

/** A template that cannot be written in another language, and why. */
export interface LeftTemplate {
  readonly question: string;
  readonly reason: string;
}

/** The content with its templates written in another language; one that cannot be stays as it is. */
export async function translateTemplates(
  content: BenchmarkContent,
  language: TemplateLanguage,
): Promise<{ readonly content: BenchmarkContent; readonly left: readonly LeftTemplate[] }> {
  if (language === "yaml" && content.yaml !== undefined) return { content, left: [] };
  await using loader = createTemplateLoader();
  const left: LeftTemplate[] = [];
  const questions: BenchmarkContent["questions"][number][] = [];
  for (const question of content.questions) {
    const { template } = question;
    if (template === undefined || isWritten(template, language)) questions.push(question);
    else {
      try {
        const native = await nativeTemplate(template, loader);
        questions.push({ ...question, template: await written(native, language) });
      } catch (error) {
        questions.push(question);
        left.push({ question: question.id, reason: messageOf(error).replaceAll("\n", " ") });
      }
    }
  }
  return { content: { ...content, questions }, left };
}

/** True for a template that stays as it is, byte for byte. */
function isWritten(template: QuestionTemplate, language: TemplateLanguage): boolean {
  return template.kind === "source" && template.source.language.toLowerCase() === language;
}

async function nativeTemplate(
  template: QuestionTemplate,
  loader: ReturnType<typeof createTemplateLoader>,
): Promise<AnswerTemplate> {
  if (template.kind === "native") return template.template;
  if (template.kind === "source") return loader.load(template.source);
  throw new TypeError(template.reason ?? `it is written in ${template.language}, which is not read here`);
}

async function written(template: AnswerTemplate, language: TemplateLanguage): Promise<QuestionTemplate> {
  if (language === "python")
    return { kind: "source", source: { text: await pythonTemplateSource(template), language: "Python" } };
  if (language === "typescript")
    return { kind: "source", source: { text: templateSource(template), language: "TypeScript" } };
  const custom = [template.verify && "verify", template.verifyGranular && "verifyGranular"].filter(Boolean);
  if (custom.length > 0)
    throw new TypeError(`its ${custom.join(" and ")} is a function, which YAML cannot say`);
  return { kind: "native", template };
}
