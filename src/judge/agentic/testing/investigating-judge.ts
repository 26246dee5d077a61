import { KareninaError } from "../../../base/index.ts";
import type { AgentPort, LlmPort, Workspace } from "../../../ports/index.ts";
import { judgeOf } from "../../testing/judge-of.ts";
import type { AnswerMaterial, InvestigatingJudge } from "../investigation.ts";

/** A judge that investigates by this agent and is asked by this model, which comes back with its own type. */
export function investigatingJudge<Model extends LlmPort>(
  agent: AgentPort | null,
  model: Model,
  given: Partial<InvestigatingJudge> = {},
): { readonly judge: InvestigatingJudge; readonly model: Model } {
  return { judge: { ...judgeOf(model), agent, ...given }, model };
}

/** An answer that claims success, with this workspace. */
export function material(workspace: Workspace | null, given: Partial<AnswerMaterial> = {}): AnswerMaterial {
  return {
    question: "Mend the parser.",
    trace: "I mended the parser.",
    cutOff: false,
    workspace,
    traceFile: "traces/q1_trace.txt",
    emptyFolder: async () => {
      throw new KareninaError("configuration", "this test has no empty folders");
    },
    ...given,
  };
}
