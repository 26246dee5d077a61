import { KareninaError } from "../base/index.ts";
import type { AnswerMaterial, InvestigatingJudge } from "../judge/index.ts";
import type { Workspace } from "../ports/index.ts";
import type { ResponseFact } from "./facts.ts";
import { judgeFor } from "./judge-for.ts";
import { judgedQuestion } from "./judged-question.ts";
import type { ParsingModel } from "./models.ts";
import type { StageContext } from "./stage.ts";

/** The judge for an investigation and for reading its report, with their tokens kept apart. */
export function agenticJudges(context: StageContext): {
  readonly investigation: InvestigatingJudge;
  readonly extraction: InvestigatingJudge;
} {
  const judge = judgeFor(context);
  const under = (usageKey: string) => ({ ...judge, observer: context.observerFor(usageKey) });
  return {
    investigation: under("agentic_parsing_investigation"),
    extraction: under("agentic_parsing_extraction"),
  };
}

/**
 * The task's judge, or another model in its place, with its tokens under another key. Its errors are not noted as lost:
 * the stage has another way, or notes itself what an error costs.
 */
export function replaceableJudge(
  context: StageContext,
  usageKey: string,
  model?: ParsingModel,
): InvestigatingJudge {
  const unnoted = { ...context, lost: () => undefined };
  return { ...judgeFor(unnoted, model), observer: context.observerFor(usageKey) };
}

/** What investigations of this answer may look at. */
export function answerMaterial(
  { task, signal }: StageContext,
  response: ResponseFact,
  workspace: Workspace | null,
): AnswerMaterial {
  const { question, replicate, options } = task;
  return {
    question: judgedQuestion(task),
    trace: response.trace,
    cutOff: response.partial === "timeout",
    workspace,
    traceFile: traceFileOf(question.id),
    async emptyFolder() {
      if (options.workspaces === undefined) {
        throw new KareninaError("configuration", "There is no place to put the trace as a file.", {
          hint: "Give the run a workspace provider, or put the trace in the prompt.",
        });
      }
      const folder = { questionId: question.id, source: null, replicate, purpose: "judge", signal } as const;
      return options.workspaces.provider.prepare(folder);
    },
  };
}

/** Where the trace of an answer stands as a file, below a judge's folder or a captured workspace. */
export function traceFileOf(questionId: string): string {
  return `traces/${questionId.replaceAll(/[^a-zA-Z0-9_-]/g, "_").slice(0, 150)}_trace.txt`;
}
