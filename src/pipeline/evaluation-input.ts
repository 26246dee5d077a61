import type { FinalMessage } from "../trace/index.ts";
import { finalMessage } from "../trace/index.ts";
import type { ResponseFact } from "./facts.ts";

/** The text a judge sees: the whole trace, or the final message by message structure. */
export function evaluationInput(response: ResponseFact, fullTrace: boolean): FinalMessage {
  return fullTrace ? { ok: true, text: response.trace } : finalMessage(response.messages);
}

/** Why no judge should look at a response, or undefined. */
export function notJudgeable(response: ResponseFact, partialTraceScoring: boolean): string | undefined {
  if (response.recursionLimitReached) return "the agent ran into its turn limit";
  if (response.partial === "timeout" && !partialTraceScoring)
    return "the answer was cut off by the time limit";
  if (response.empty) return "the answer is empty";
  return undefined;
}
