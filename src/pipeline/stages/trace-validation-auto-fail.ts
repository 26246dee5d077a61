import { finalMessage } from "../../trace/index.ts";
import { defineStage } from "../stage.ts";

/** Fails an agent's trace that does not end in an answer. Answers without tools and recorded ones pass. */
export const traceValidationAutoFail = defineStage({
  name: "TraceValidationAutoFail",
  requires: ["response"],
  produces: ["traceValidation"],
  async run({ response }, { task }) {
    const { connection, recorded } = task.answering;
    const mcpEnabled = connection.kind === "agent" && connection.mcpServers.length > 0;
    const final = finalMessage(response.messages);
    if (!mcpEnabled || recorded || response.recursionLimitReached || final.ok) {
      return { traceValidation: { mcpEnabled, error: null } };
    }
    return {
      traceValidation: { mcpEnabled, error: final.error },
      ruling: { verifyResult: false, kind: "auto_fail", category: "trace_validation", reason: final.error },
    };
  },
});
