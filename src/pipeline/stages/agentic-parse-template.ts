import type { FillTemplateRequest, Screening } from "../../judge/index.ts";
import { parseByAgent, screenAnswer } from "../../judge/index.ts";
import { displayString } from "../../result/index.ts";
import { groundTruthOf, needsJudge } from "../../template/index.ts";
import { agenticJudges, investigationMaterial, judgeUnder, traceFileOf } from "../agentic-judging.ts";
import { evaluationInput, notJudgeable } from "../evaluation-input.ts";
import type { ResponseFact, ScreeningFact } from "../facts.ts";
import { defineStage, type StageContext } from "../stage.ts";
import { withoutJudge } from "../without-judge.ts";

/**
 * Has the judge examine as an agent what the answering agent achieved, then fill the template from its report. Stands in
 * the place of ParseTemplate; deep judgment does not apply to it.
 */
export const agenticParseTemplate = defineStage({
  name: "AgenticParseTemplate",
  requires: ["template", "response", "workspace"],
  produces: ["screening", "investigation", "parsed"],
  usageKey: "agentic_parsing_investigation",
  skip: ({ template, response, traceValidation, abstention, sufficiency }, { task }) => {
    if (traceValidation?.error) return traceValidation.error;
    if (abstention?.overrideApplied) return "the model abstained";
    if (sufficiency?.overrideApplied) return "the answer is insufficient";
    if (response.empty && !response.recursionLimitReached && !needsJudge(template)) return undefined;
    return notJudgeable(response, task.options.partialTraceScoring);
  },
  async run(facts, context) {
    const { template, response, workspace } = facts;
    const { options, question, parsing } = context.task;
    const settings = options.agenticParsing;
    if (!needsJudge(template) || settings === undefined) {
      return { screening: null, investigation: null, parsed: withoutJudge(template) };
    }
    const request = {
      template,
      withHints: options.extractionHints,
      tools: context.services.tools,
      ...(options.exposeGroundTruth ? { groundTruth: JSON.stringify(groundTruthOf(template), null, 2) } : {}),
    };
    const screened = settings.trigger === "dynamic" ? await screen(context, response, request) : undefined;
    const screening = screened === undefined ? null : screeningFact(screened);
    if (screened?.decision === "direct") {
      const { answer } = screened;
      const final = evaluationInput(response, false);
      return {
        screening,
        investigation: null,
        parsed: {
          answer,
          parsedBy: displayString(parsing.identity),
          evaluationInput: final.ok ? final.text : null,
          usedFullTrace: false,
        },
      };
    }
    const { investigation, outcome } = await parseByAgent(agenticJudges(context), {
      ...request,
      screeningNote: screened?.reasoning ?? undefined,
      material: investigationMaterial(context, response, {
        workspace: workspace?.workspace ?? null,
        contextMode: settings.context,
        traceFile: settings.materializeTrace ? traceFileOf(question.id) : null,
      }),
      limits: settings,
    });
    const known = { screening, investigation: { trace: investigation.trace } };
    const before = [
      ...(screened?.decision === "escalated" ? screened.warnings : []),
      ...investigation.warnings,
    ];
    if (settings.materializeTrace && settings.persistTrace) {
      await workspace?.workspace.writeText(traceFileOf(question.id), response.trace);
    }
    if (!outcome.ok) {
      return { ...known, error: outcome.error ?? new Error("no values were found"), warnings: before };
    }
    const { answer, recovery, extractionError } = outcome;
    const recovered =
      recovery === null
        ? []
        : [
            `The values were read from the investigation's own report, since the judge failed: ${extractionError}`,
          ];
    return {
      ...known,
      parsed: {
        answer,
        parsedBy: displayString(parsing.identity),
        evaluationInput: investigation.report,
        usedFullTrace: settings.context !== "workspace_only",
        agentic: { recovery, extractionError },
      },
      warnings: [...before, ...recovered],
    };
  },
});

/** Undefined where there is no final message to look at. */
async function screen(
  context: StageContext,
  response: ResponseFact,
  request: Omit<FillTemplateRequest, "question" | "answer">,
): Promise<Screening | undefined> {
  const final = evaluationInput(response, false);
  if (!final.ok) return undefined;
  const judge = judgeUnder(context, "dynamic_parsing_decision");
  return screenAnswer(judge, { ...request, question: context.task.question.question, answer: final.text });
}

function screeningFact(screening: Screening): ScreeningFact {
  const { decision, reasoning } = screening;
  return { decision, reasoning, malformed: screening.decision === "escalated" && screening.malformed };
}
