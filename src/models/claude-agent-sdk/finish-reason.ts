import type { FinishReason } from "../../ports/index.ts";
import { finishReasonOf as reasonOfReply } from "../claude-tool/index.ts";
import type { Transcript } from "./transcript/transcript.ts";

/** Why the model stopped in the last call of a run, whose tools were run: calling some is no reason of its own. */
export function finishReasonOf({ stopReason, result }: Transcript): FinishReason {
  const reason = reasonOfReply(stopReason ?? result?.stop_reason);
  return reason === "tool_calls" ? "stop" : reason;
}
