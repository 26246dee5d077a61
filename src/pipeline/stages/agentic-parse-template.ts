import { KareninaError } from "../../base/index.ts";
import {
  type AgenticParseOutcome,
  type FillTemplateRequest,
  parseByAgent,
  type Screening,
  screenAnswer,
} from "../../judge/index.ts";
import { displayString } from "../../result/index.ts";
import { groundTruthOf, needsJudge } from "../../template/index.ts";
import { agenticJudges, answerMaterial, replaceableJudge } from "../agentic-judging.ts";
import { evaluationInput, whyNotParsed } from "../evaluation-input.ts";
import type { ResponseFact, ScreeningFact } from "../facts.ts";
import { parseFromText } from "../parse-from-text.ts";
import { defineStage, type StageContext } from "../stage.ts";
import { withoutJudge } from "../without-judge.ts";

/**
 * Has the judge examine as an agent what the answering agent achieved, then fill the template from its report. Stands in
 * the place of ParseTemplate; deep judgment does not apply to it.
 */
export const agenticParseTemplate = defineStage({
  name: "AgenticParseTemplate",
  requires: ["template", "response", "workspace"],
  reads: ["traceValidation", "abstention", "sufficiency"],
  produces: ["screening", "investigation", "parsed"],
  usageKey: "agentic_parsing_investigation",
  skip: (facts, { task }) => whyNotParsed(facts, task),
  async run({ template, response, workspace }, context) {
    const { options, parsing } = context.task;
    if (!needsJudge(template))
      return { screening: null, investigation: null, parsed: withoutJudge(template) };
    // an agent looks into what was done; a template that says what it is filled in from leaves nothing to look for
    if (template.judge !== undefined)
      return { screening: null, investigation: null, ...(await parseFromText(template, response, context)) };
    const settings = options.agenticParsing;
    if (settings === undefined) {
      throw new KareninaError("configuration", "The task does not say how an agent is to fill the template.");
    }
    const parsedBy = displayString(parsing.identity);
    const request = {
      template,
      withHints: options.extractionHints,
      tools: context.services.tools,
      ...(options.exposeGroundTruth ? { groundTruth: JSON.stringify(groundTruthOf(template), null, 2) } : {}),
    };
    const screened =
      settings.trigger === "dynamic" ? await screenFinalMessage(context, response, request) : undefined;
    const screening = screened === undefined ? null : screened.fact;
    if (screened?.direct !== undefined) {
      return {
        screening,
        investigation: null,
        parsed: { ...screened.direct, parsedBy, usedFullTrace: false },
      };
    }
    const before = screened?.warnings ?? [];
    try {
      const { investigation, outcome } = await parseByAgent(agenticJudges(context), {
        ...request,
        screeningNote: screening?.reasoning ?? undefined,
        material: {
          ...answerMaterial(context, response, workspace?.workspace ?? null),
          contextMode: settings.context,
          traceAsFile: settings.materializeTrace,
        },
        limits: { maxTurns: settings.maxTurns, timeoutMs: settings.timeoutMs },
      });
      const known = { screening, investigation: { trace: investigation.trace } };
      const warnings = [...before, ...investigation.warnings, ...recoveryWarnings(outcome)];
      if (!outcome.ok)
        return { ...known, error: outcome.error ?? new Error("no values were found"), warnings };
      const { answer, recovery, extractionError } = outcome;
      return {
        ...known,
        parsed: {
          answer,
          parsedBy,
          evaluationInput: investigation.report,
          usedFullTrace: settings.context !== "workspace_only",
          agentic: { recovery, extractionError },
        },
        warnings,
      };
    } catch (error) {
      // what the first look found is kept
      return { screening, error: error ?? new Error("the investigation failed"), warnings: before };
    }
  },
});

interface FinalMessageScreening {
  readonly fact: ScreeningFact;
  /** Present when the final message was enough. */
  readonly direct?: {
    readonly answer: Extract<Screening, { readonly decision: "direct" }>["answer"];
    readonly evaluationInput: string;
  };
  readonly warnings: readonly string[];
}

async function screenFinalMessage(
  context: StageContext,
  response: ResponseFact,
  request: Omit<FillTemplateRequest, "question" | "answer">,
): Promise<FinalMessageScreening> {
  const final = evaluationInput(response, false);
  if (!final.ok) {
    return { fact: { decision: "escalated", reasoning: final.error, malformed: false }, warnings: [] };
  }
  // an error of the screening is not noted as a loss: an investigation follows
  const judge = replaceableJudge(context, "dynamic_parsing_decision");
  const { question } = context.task.question;
  const screening = await screenAnswer(judge, { ...request, question, answer: final.text });
  const { decision, reasoning } = screening;
  if (screening.decision === "direct") {
    const direct = { answer: screening.answer, evaluationInput: final.text };
    return { fact: { decision, reasoning, malformed: false }, direct, warnings: [] };
  }
  return { fact: { decision, reasoning, malformed: screening.malformed }, warnings: screening.warnings };
}

function recoveryWarnings(outcome: AgenticParseOutcome): readonly string[] {
  if (!outcome.ok || outcome.recovery === null) return [];
  return [
    `The values were read from the investigation's own report, since the judge failed: ${outcome.extractionError}`,
  ];
}
