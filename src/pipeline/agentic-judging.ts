import type { InvestigatingJudge, InvestigationMaterial } from "../judge/index.ts";
import type { ResponseFact } from "./facts.ts";
import { judgeFor } from "./judge-for.ts";
import type { ParsingModel } from "./models.ts";
import type { StageContext } from "./stage.ts";

/** The judge for an investigation and for reading its report, with their tokens kept apart. */
export function agenticJudges(context: StageContext): {
  readonly investigation: InvestigatingJudge;
  readonly extraction: InvestigatingJudge;
} {
  return {
    investigation: judgeUnder(context, "agentic_parsing_investigation"),
    extraction: judgeUnder(context, "agentic_parsing_extraction"),
  };
}

/** The task's judge, or another model in its place, with its tokens under another key. */
export function judgeUnder(
  context: StageContext,
  usageKey: string,
  model?: ParsingModel,
): InvestigatingJudge {
  return { ...judgeFor(context, model), observer: context.observerFor(usageKey) };
}

/** What an investigation of this answer may look at. */
export function investigationMaterial(
  { task }: StageContext,
  response: ResponseFact,
  view: Pick<InvestigationMaterial, "workspace" | "contextMode" | "traceFile">,
): InvestigationMaterial {
  return { question: task.question.question, trace: response.trace, ...view };
}

/** Where an investigator finds the answer's trace inside the workspace. */
export function traceFileOf(questionId: string): string {
  return `traces/${questionId.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 150)}_trace.txt`;
}
