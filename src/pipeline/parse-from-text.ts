import { KareninaError } from "../base/index.ts";
import {
  type DeepJudgeTemplateRequest,
  deepJudgeTemplate,
  type FillTemplateRequest,
  fillTemplate,
} from "../judge/index.ts";
import { displayString } from "../result/index.ts";
import { type AnswerTemplate, groundTruthOf } from "../template/index.ts";
import type { JudgedSource } from "../trace/index.ts";
import { judgeableText } from "./evaluation-input.ts";
import type { ParsedFact, ResponseFact } from "./facts.ts";
import { judgeFor } from "./judge-for.ts";
import { judgedQuestion } from "./judged-question.ts";
import type { StageContext } from "./stage.ts";
import type { Task } from "./task.ts";

/** What a template is filled in from: what it asks for itself, else what the run judges templates on. */
export function templateSource(
  { judge }: Pick<AnswerTemplate, "judge">,
  { fullTraceForTemplate }: Pick<Task["options"], "fullTraceForTemplate">,
): JudgedSource {
  return judge ?? (fullTraceForTemplate ? "trace" : "answer");
}

/**
 * Has the judge fill the template from that text, or from the evidence that it quotes from it. Throws `configuration`
 * where a template is to be filled in from contexts that there are not: nothing is known of the answer then.
 */
export async function parseFromText(
  template: AnswerTemplate,
  response: ResponseFact,
  context: StageContext,
): Promise<{ readonly parsed: ParsedFact; readonly warnings: readonly string[] }> {
  const { options, parsing } = context.task;
  const { judge: source } = template;
  const input = judgeableText(response, templateSource(template, options));
  if (!input.ok && source === "contexts")
    throw new KareninaError("configuration", `The template is filled in from contexts, and ${input.error}.`, {
      hint: "Have the application tell what it looked up, or take judge out of the template.",
    });
  if (!input.ok) throw new KareninaError("reply", `There is no final answer to judge: ${input.error}.`);
  const { warnings, ...filled } = await fill(context, {
    template,
    question: judgedQuestion(context.task),
    answer: input.text,
    source,
    withHints: options.extractionHints,
    tools: context.services.tools,
    ...(input.parts !== undefined && { parts: input.parts }),
    ...(options.exposeGroundTruth ? { groundTruth: JSON.stringify(groundTruthOf(template), null, 2) } : {}),
  });
  return {
    parsed: {
      ...filled,
      parsedBy: displayString(parsing.identity),
      evaluationInput: input.text,
      usedFullTrace: source === undefined ? options.fullTraceForTemplate : source === "trace",
      ...(source !== undefined && { source }),
    },
    warnings,
  };
}

interface Filled extends Pick<ParsedFact, "answer" | "deepJudgment"> {
  readonly warnings: readonly string[];
}

async function fill(
  context: StageContext,
  request: FillTemplateRequest & Pick<DeepJudgeTemplateRequest, "parts">,
): Promise<Filled> {
  const { deepJudgment: settings } = context.task.options;
  const judge = judgeFor(context);
  if (settings === undefined) return { answer: await fillTemplate(judge, request), warnings: [] };
  const judgeUnder = (usageKey: string) => ({ ...judge, observer: context.observerFor(usageKey) });
  const judges = {
    excerpts: judgeUnder("deep_judgment_excerpts"),
    risk: judgeUnder("deep_judgment_hallucination_assessment"),
    reasoning: judgeUnder("deep_judgment_reasoning"),
    values: judge,
  };
  const { answer, warnings, ...evidence } = await deepJudgeTemplate(judges, { ...request, ...settings });
  return {
    answer,
    deepJudgment: { ...evidence, mode: settings.mode, searchEnabled: settings.search !== null },
    warnings,
  };
}
