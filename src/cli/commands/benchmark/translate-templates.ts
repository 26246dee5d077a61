import { messageOf } from "../../../base/index.ts";
import {
  type BenchmarkContent,
  type HeldScenario,
  type QuestionTemplate,
  withNodeTemplates,
} from "../../../benchmark/index.ts";
import { createTemplateLoader, pythonTemplateSource } from "../../../languages/index.ts";
import { nodePlace, scenarioPlace } from "../../../scenario/index.ts";
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
  const translated = async (template: QuestionTemplate | undefined, question: string) => {
    if (template === undefined || isWritten(template, language)) return undefined;
    try {
      return await written(await nativeTemplate(template, loader), language);
    } catch (error) {
      left.push({ question, reason: messageOf(error).replaceAll("\n", " ") });
      return undefined;
    }
  };
  const questions: BenchmarkContent["questions"][number][] = [];
  for (const question of content.questions) {
    const template = await translated(question.template, question.id);
    questions.push(template === undefined ? question : { ...question, template });
  }
  const scenarios: HeldScenario[] = [];
  for (const held of content.scenarios) {
    const { name, nodes } = held.definition;
    if (language === "yaml" && held.problems.length > 0) {
      const reason = "it stays as its file has it, since YAML has no words for all of it";
      left.push({ question: scenarioPlace(name), reason });
      scenarios.push(held);
      continue;
    }
    const templates = new Map<string, QuestionTemplate>();
    for (const { id, question } of nodes) {
      const place = `${scenarioPlace(name)} ${nodePlace(id)}`;
      const template = await translated(question.template, place);
      if (template !== undefined) templates.set(id, template);
    }
    const changed = templates.size === 0 ? held : withNodeTemplates(held, templates);
    // without the tree of its file it is written in the words of YAML
    scenarios.push(language === "yaml" ? { definition: changed.definition, problems: [] } : changed);
  }
  return { content: { ...content, questions, scenarios }, left };
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
    throw new TypeError(
      `its ${custom.join(" and ")} ${custom.length === 1 ? "is a function" : "are functions"}, which YAML cannot say`,
    );
  return { kind: "native", template };
}
