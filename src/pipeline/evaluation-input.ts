import type { JudgeableText } from "../judge/index.ts";
import {
  contextsText,
  type FinalMessage,
  finalMessage,
  type JudgedSource,
  missingContexts,
  saysAnything,
  type TracePart,
  traceParts,
} from "../trace/index.ts";
import type { Facts, ResponseFact } from "./facts.ts";
import type { Task } from "./task.ts";

/** The text a judge sees: the whole trace, or the final message by message structure. */
export function evaluationInput(response: ResponseFact, fullTrace: boolean): FinalMessage {
  if (!fullTrace) return finalMessage(response.messages);
  return saysAnything(response.trace)
    ? { ok: true, text: response.trace }
    : { ok: false, error: "The trace is empty" };
}

/** Who the parts of that text are from, where not all of it is the model's own. */
export function evaluationParts(
  { messages }: ResponseFact,
  fullTrace: boolean,
): { readonly parts?: readonly TracePart[] } {
  const parts = fullTrace ? traceParts(messages) : [];
  return parts.every(({ source }) => source === "message") ? {} : { parts };
}

/** A text that traits and templates may ask to be judged on. */
export function judgeableText(response: ResponseFact, source: JudgedSource): JudgeableText {
  if (source === "contexts") return judgeableContexts(response);
  const isTrace = source === "trace";
  const input = evaluationInput(response, isTrace);
  return input.ok ? { ...input, ...evaluationParts(response, isTrace) } : input;
}

function judgeableContexts({ contexts }: ResponseFact): JudgeableText {
  const error = missingContexts(contexts);
  return error === undefined ? { ok: true, text: contextsText(contexts ?? []) } : { ok: false, error };
}

/** Why no judge should look at a response, or undefined. */
export function notJudgeable(response: ResponseFact, partialTraceScoring: boolean): string | undefined {
  if (response.recursionLimitReached) return "the agent ran into its turn limit";
  if (response.partial === "timeout" && !partialTraceScoring)
    return "the answer was cut off by the time limit";
  return response.unanswered?.reason;
}

/** Why the template is not filled in, whoever would do it, or undefined. */
export function whyNotParsed(
  {
    response,
    traceValidation,
    abstention,
    sufficiency,
  }: Pick<Facts, "response"> & Partial<Pick<Facts, "traceValidation" | "abstention" | "sufficiency">>,
  { options }: Task,
): string | undefined {
  if (traceValidation?.error) return traceValidation.error;
  if (abstention?.overrideApplied) return "the model abstained";
  if (sufficiency?.overrideApplied) return "the answer is insufficient";
  return notJudgeable(response, options.partialTraceScoring);
}
