import type { VerificationResult } from "../../result/index.ts";

/** What agents under test did. */
export interface AgentNumbers {
  /** Results of agents whose calls of tools were counted. */
  readonly answers: number;
  readonly toolCalls: number;
  /** Outputs of tools that are errors or read like one. */
  readonly suspectFailedToolCalls: number;
  /** Results whose agent was stopped at its turn limit. */
  readonly turnLimits: number;
}

/** Adds up what agents did. */
export function agentTally(): {
  add(result: Pick<VerificationResult, "template">): void;
  numbers(): AgentNumbers;
} {
  const numbers = { answers: 0, toolCalls: 0, suspectFailedToolCalls: 0, turnLimits: 0 };
  return {
    add({ template }) {
      if (template === null) return;
      if (template.recursionLimitReached) numbers.turnLimits++;
      const { toolCalls, suspectFailedToolCalls = 0 } = template.agentMetrics ?? {};
      if (toolCalls === undefined) return;
      numbers.answers++;
      numbers.toolCalls += toolCalls;
      numbers.suspectFailedToolCalls += suspectFailedToolCalls;
    },
    numbers: () => ({ ...numbers }),
  };
}
