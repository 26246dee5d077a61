import type { VerificationResult } from "../../result/index.ts";
import { finalMessage } from "../../trace/index.ts";
import type { Facts, ParsedFact } from "../facts.ts";
import { endsInVerdict } from "../no-answer.ts";
import type { Task } from "../task.ts";

type EvaluatedText = Pick<VerificationResult, "evaluationInput" | "usedFullTrace" | "traceExtractionError">;

/** Which text the judge read: the template's judge, or where no template was filled in that of the rubric. */
export function evaluatedText(
  { parsed, rubric, response }: Partial<Pick<Facts, "parsed" | "rubric" | "response">>,
  task: Task,
): EvaluatedText {
  const { fullTraceForTemplate, fullTraceForRubric } = task.options;
  const isOfTemplate = rubric === undefined && endsInVerdict(task);
  const { evaluationInput, usedFullTrace } = parsed ?? {
    evaluationInput: rubric?.evaluationInput ?? null,
    usedFullTrace: isOfTemplate ? fullTraceForTemplate : fullTraceForRubric,
  };
  const looked = !usedFullTrace && !isInvestigated(parsed);
  const final = looked && response !== undefined ? finalMessage(response.messages) : undefined;
  return {
    evaluationInput,
    usedFullTrace,
    traceExtractionError: final === undefined || final.ok ? null : final.error,
  };
}

/** An agent looked for the values itself, so that no final message was needed. */
const isInvestigated = (parsed: ParsedFact | undefined): boolean => parsed?.agentic !== undefined;
