import { KareninaError } from "../../base/index.ts";
import {
  type DeepJudgeTemplateRequest,
  deepJudgeTemplate,
  type FillTemplateRequest,
  fillTemplate,
} from "../../judge/index.ts";
import { displayString } from "../../result/index.ts";
import { groundTruthOf, needsJudge } from "../../template/index.ts";
import { evaluationInput, evaluationParts, whyNotParsed } from "../evaluation-input.ts";
import type { ParsedFact } from "../facts.ts";
import { judgeFor } from "../judge-for.ts";
import { judgedQuestion } from "../judged-question.ts";
import { noFinalMessage } from "../no-answer.ts";
import { defineStage, type StageContext } from "../stage.ts";
import { withoutJudge } from "../without-judge.ts";

/**
 * Has the judge fill the template from the answer, or from the evidence it quotes from it. Templates that only look at
 * the trace need no judge.
 */
export const parseTemplate = defineStage({
  name: "ParseTemplate",
  requires: ["template", "response"],
  reads: ["traceValidation", "abstention", "sufficiency"],
  produces: ["parsed"],
  usageKey: "parsing",
  skip: (facts, { task }) => {
    const reason = whyNotParsed(facts, task);
    if (reason !== undefined || !needsJudge(facts.template)) return reason;
    const input = evaluationInput(facts.response, task.options.fullTraceForTemplate);
    return input.ok ? undefined : noFinalMessage(task, input.error);
  },
  async run({ template, response }, context) {
    const { options, parsing } = context.task;
    if (!needsJudge(template)) return { parsed: withoutJudge(template) };
    const input = evaluationInput(response, options.fullTraceForTemplate);
    if (!input.ok) throw new KareninaError("reply", `There is no final answer to judge: ${input.error}.`);
    const { warnings, ...filled } = await fill(context, {
      template,
      question: judgedQuestion(context.task),
      answer: input.text,
      withHints: options.extractionHints,
      tools: context.services.tools,
      ...evaluationParts(response, options.fullTraceForTemplate),
      ...(options.exposeGroundTruth ? { groundTruth: JSON.stringify(groundTruthOf(template), null, 2) } : {}),
    });
    return {
      parsed: {
        ...filled,
        parsedBy: displayString(parsing.identity),
        evaluationInput: input.text,
        usedFullTrace: options.fullTraceForTemplate,
      },
      warnings,
    };
  },
});

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
