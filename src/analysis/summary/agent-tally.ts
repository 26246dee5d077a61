import type { CountedResult } from "./counted-result.ts";

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
  add(result: Pick<CountedResult, "agent" | "turnLimit">): void;
  numbers(): AgentNumbers;
} {
  const numbers = { answers: 0, toolCalls: 0, suspectFailedToolCalls: 0, turnLimits: 0 };
  return {
    add({ agent, turnLimit }) {
      if (turnLimit) numbers.turnLimits++;
      if (agent === null) return;
      numbers.answers++;
      numbers.toolCalls += agent.toolCalls;
      numbers.suspectFailedToolCalls += agent.suspectFailedToolCalls;
    },
    numbers: () => ({ ...numbers }),
  };
}
