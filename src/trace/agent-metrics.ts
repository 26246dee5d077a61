import type { Message } from "./message.ts";

/** What an agent did, counted from its trace. */
export interface AgentMetrics {
  /** Messages of the model. */
  readonly iterations: number;
  readonly toolCalls: number;
  /** Sorted names. */
  readonly toolsUsed: readonly string[];
  readonly toolCallCounts: { readonly [tool: string]: number };
  /** Tool results that are errors or read like one. */
  readonly suspectFailedToolCalls: number;
  readonly suspectFailedTools: readonly string[];
  readonly limitReached: boolean;
}

const failureWords =
  /\b(error|failed|exception|traceback|stack trace|404|500|502|503|timeout|invalid|unauthorized|forbidden|not found|cannot|unable to)\b/i;

/** Counts turns and tool calls of a trace. */
export function agentMetrics(messages: readonly Message[], limitReached: boolean): AgentMetrics {
  const blocks = messages.flatMap((message) => message.content);
  const calls = blocks.filter((block) => block.type === "tool_use");
  const results = blocks.filter((block) => block.type === "tool_result");
  const nameOf = new Map(calls.map((call) => [call.id, call.name]));
  const counts = new Map<string, number>();
  for (const call of calls) counts.set(call.name, (counts.get(call.name) ?? 0) + 1);
  const failed = results.filter((result) => result.isError || failureWords.test(result.content));
  const failedTools = failed.flatMap((result) => nameOf.get(result.toolUseId) ?? []);
  return {
    iterations: messages.filter((message) => message.role === "assistant").length,
    toolCalls: Math.max(calls.length, results.length),
    toolsUsed: [...counts.keys()].sort(),
    toolCallCounts: Object.fromEntries(counts),
    suspectFailedToolCalls: failed.length,
    suspectFailedTools: [...new Set(failedTools)].sort(),
    limitReached,
  };
}
