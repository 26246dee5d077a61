import { finalMessage } from "../../trace/index.ts";
import { defineStage } from "../stage.ts";

/**
 * Fails an agent's trace that does not end in an answer. Where no tools were offered, or the trace was recorded,
 * such a trace is no answer.
 */
export const traceValidationAutoFail = defineStage({
  name: "TraceValidationAutoFail",
  requires: ["response"],
  produces: ["traceValidation"],
  async run({ response }, { task }) {
    const { connection, recorded } = task.answering;
    const mcpEnabled = connection.kind === "agent" && connection.tools !== null;
    const final = finalMessage(response.messages);
    if (final.ok || response.recursionLimitReached || response.empty) {
      return { traceValidation: { mcpEnabled, error: null } };
    }
    return {
      traceValidation: { mcpEnabled, error: final.error },
      ruling:
        mcpEnabled && !recorded
          ? { verifyResult: false, kind: "auto_fail", category: "trace_validation", reason: final.error }
          : { verifyResult: false, kind: "override", category: "empty_response", reason: final.error },
    };
  },
});
