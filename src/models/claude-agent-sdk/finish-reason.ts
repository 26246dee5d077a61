import type { FinishReason } from "../../ports/index.ts";
import type { Transcript } from "./transcript/transcript.ts";

const finishReasons: ReadonlyMap<string, FinishReason> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["tool_use", "stop"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "refusal"],
]);

/** Why the model stopped in the last call of a run; `other` where nothing tells. */
export function finishReasonOf({ stopReason, result }: Transcript): FinishReason {
  return finishReasons.get(stopReason ?? result?.stop_reason ?? "") ?? "other";
}
