import { createPatternEngine, messageOf } from "../../base/index.ts";
import type { Question, TemplateSource } from "../../benchmark/index.ts";
import type { TemplateLoader } from "../../ports/index.ts";
import {
  type AnswerTemplate,
  type CheckTools,
  findTemplateProblems,
  type TemplateKind,
  type TemplateProblem,
  templateDoubts,
  templateKind,
  usesSemanticMatch,
} from "../../template/index.ts";
import type { CheckBudget } from "./check-budget.ts";

/** What was found out about a question's template by loading it. */
export interface TemplateCheck {
  readonly questionId: string;
  /** Null without a template, or with one that cannot be loaded. */
  readonly kind: TemplateKind | null;
  /** Names of the fields; empty when it cannot be loaded. */
  readonly fields: readonly string[];
  /** Empty when the template can be used. */
  readonly problems: readonly TemplateProblem[];
  /** True: a field is compared by meaning, so that a run needs an embedding model. */
  readonly needsEmbedding: boolean;
  /** What may be meant otherwise, though the template can be used. */
  readonly doubts: readonly string[];
}

/**
 * Loads the template of one question after the other, in a sandbox where that takes running code of a file, and says what is wrong
 * with it. Ends early where the budget is spent, in the middle of a template too.
 */
export async function* checkTemplates(
  questions: readonly Question[],
  budget: CheckBudget,
): AsyncGenerator<TemplateCheck> {
  const { createTemplateLoader } = await import("../../languages/index.ts");
  await using loader = createTemplateLoader();
  const load = (source: TemplateSource) => budget.watch(async () => loader.load(source));
  const tools = { patterns: createPatternEngine() };
  for (const question of questions) {
    if (budget.spent !== undefined) return;
    const check = await budget.within(checkTemplate(question, load, tools));
    if (check === undefined) return;
    yield check;
  }
}

async function checkTemplate(
  { id, template }: Question,
  load: TemplateLoader["load"],
  tools: CheckTools,
): Promise<TemplateCheck> {
  const failed = (problem: string) => ({
    questionId: id,
    kind: null,
    fields: [],
    problems: [{ message: problem, at: [] }],
    needsEmbedding: false,
    doubts: [],
  });
  if (template === undefined) return failed("There is no template.");
  if (template.kind === "unreadable")
    return failed(
      template.reason ?? `The template is written in ${template.language}, which is not read here.`,
    );
  let loaded: AnswerTemplate;
  try {
    loaded = template.kind === "native" ? template.template : await load(template.source);
  } catch (error) {
    return failed(messageOf(error));
  }
  const problems = await findTemplateProblems(loaded, tools);
  return {
    questionId: id,
    kind: templateKind(loaded),
    fields: loaded.fields.map((field) => field.name),
    problems,
    doubts: problems.length > 0 ? [] : templateDoubts(loaded),
    needsEmbedding: usesSemanticMatch(loaded),
  };
}
