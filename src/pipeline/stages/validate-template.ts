import { KareninaError } from "../../base/index.ts";
import type { Question } from "../../benchmark/index.ts";
import type { TemplateLoader } from "../../ports/index.ts";
import {
  type AnswerTemplate,
  findTemplateProblems,
  problemsWithTools,
  usesSemanticMatch,
} from "../../template/index.ts";
import { defineStage } from "../stage.ts";

/** Loads the question's answer template, in the sandbox when it comes from a file, and checks its definition. */
export const validateTemplateStage = defineStage({
  name: "ValidateTemplate",
  requires: [],
  produces: ["template"],
  skip: (_facts, { task: { question, options, turn } }) => {
    if (question.template !== undefined) return undefined;
    if (options.evaluationMode === "template_and_rubric")
      return "the question has no template; only its rubric is evaluated";
    // nodes of a scenario may ask without verifying
    return turn === undefined ? undefined : "the question has no template";
  },
  async run(_facts, { task, services }) {
    const stored = task.question.template;
    const template = await loadTemplate(stored, services.templates);
    // what shows without tools was looked for when it was read
    const check = stored?.kind === "source" ? problemsWithTools : findTemplateProblems;
    const problems = (await check(template, services.tools)).map(({ message }) => message);
    if (usesSemanticMatch(template) && task.options.embedding === undefined) {
      problems.push(
        "SemanticMatch is decided by the embedding check, which is not enabled: name a model with --embedding-check --embedding-model, or check the field by something else",
      );
    }
    if (problems.length > 0) {
      throw new KareninaError(
        "template_invalid",
        `The answer template is not valid: ${problems.join("; ").replace(/\.$/, "")}.`,
      );
    }
    return { template };
  },
});

async function loadTemplate(stored: Question["template"], loader: TemplateLoader): Promise<AnswerTemplate> {
  if (stored === undefined)
    throw new KareninaError("template_invalid", "The question has no answer template.");
  if (stored.kind === "native") return stored.template;
  if (stored.kind === "source") return loader.load(stored.source);
  if (stored.reason !== undefined) throw new KareninaError("template_invalid", stored.reason);
  throw new KareninaError(
    "template_unreadable",
    `The answer template is written in ${stored.language}, which this version does not read.`,
  );
}
