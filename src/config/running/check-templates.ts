import { type Clock, createPatternEngine, messageOf, systemClock } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import type { TemplateLoader } from "../../ports/index.ts";
import {
  type AnswerTemplate,
  type CheckTools,
  type TemplateKind,
  templateKind,
  validateTemplate,
} from "../../template/index.ts";

/** What was found out about a question's template by loading it. */
export interface TemplateCheck {
  readonly questionId: string;
  /** Null without a template, or with one that cannot be loaded. */
  readonly kind: TemplateKind | null;
  /** Names of the fields; empty when it cannot be loaded. */
  readonly fields: readonly string[];
  /** Empty when the template can be used. */
  readonly problems: readonly string[];
}

/** Loads the template of every question, in a sandbox where it comes from a file, and says what is wrong with it. */
export async function* checkTemplates(
  questions: readonly Question[],
  clock: Clock = systemClock,
): AsyncGenerator<TemplateCheck> {
  const { createTemplateLoader } = await import("../../adapters/sandbox/index.ts");
  await using loader = createTemplateLoader();
  const tools = { patterns: createPatternEngine({ clock }) };
  for (const question of questions) yield await checkTemplate(question, loader, tools);
}

async function checkTemplate(
  { id, template }: Question,
  loader: TemplateLoader,
  tools: CheckTools,
): Promise<TemplateCheck> {
  const failed = (problem: string) => ({ questionId: id, kind: null, fields: [], problems: [problem] });
  if (template === undefined) return failed("There is no template.");
  if (template.kind === "unreadable")
    return failed(`The template is written in ${template.language}, which is not read here.`);
  let loaded: AnswerTemplate;
  try {
    loaded = template.kind === "native" ? template.template : await loader.load(template.source);
  } catch (error) {
    return failed(messageOf(error));
  }
  return {
    questionId: id,
    kind: templateKind(loaded),
    fields: loaded.fields.map((field) => field.name),
    problems: await validateTemplate(loaded, tools),
  };
}
