import { finalMessage } from "../../trace/index.ts";
import { defineStage } from "../stage.ts";

/** Fails an agent that was given tools of MCP servers and does not end in a message of its own. Recorded traces are taken as they are. */
export const traceValidationAutoFail = defineStage({
  name: "TraceValidationAutoFail",
  requires: ["response"],
  produces: ["traceValidation"],
  skip: ({ response }, { task: { answering } }) => {
    const { connection, recorded } = answering;
    if (connection.kind !== "agent" || connection.tools === null) return "no tools of MCP servers were given";
    if (recorded) return "the trace was recorded";
    if (response.recursionLimitReached) return "the agent ran into its turn limit";
    return response.unanswered?.reason;
  },
  async run({ response }) {
    const final = finalMessage(response.messages);
    if (final.ok) return { traceValidation: { error: null } };
    return {
      traceValidation: { error: final.error },
      ruling: { verifyResult: false, kind: "auto_fail", category: "trace_validation", reason: final.error },
    };
  },
});
