import { type AnswerTemplate, emptyAnswer } from "../template/index.ts";
import type { ParsedFact } from "./facts.ts";

/** The filled template where there is nothing that a judge could fill in. */
export function withoutJudge(template: AnswerTemplate): ParsedFact {
  return {
    answer: emptyAnswer(),
    parsedBy: template.fields.length === 0 ? "regex_only (no LLM)" : "trace_only (no LLM)",
    evaluationInput: null,
    usedFullTrace: true,
  };
}
