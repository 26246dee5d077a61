import type { Message, Usage } from "../trace/index.ts";
import type { CallObserver } from "./llm.ts";

/** `deep_agent`: the runtime is itself an agent with built-in tools. `tool_loop`: the adapter runs each tool call. */
export type AgentTier = "tool_loop" | "deep_agent";

/** An MCP server reached over HTTP. */
export interface McpServer {
  readonly name: string;
  readonly url: string;
}

/** One run of an agent. */
export interface AgentRequest {
  readonly messages: readonly Message[];
  /** The question as the benchmark has it; recorded answers are looked up by it. Default: the last user message. */
  readonly questionText?: string;
  readonly mcpServers: readonly McpServer[];
  readonly maxTurns: number;
  /** Wall-clock limit of the whole run, in milliseconds. */
  readonly timeoutMs: number;
  /** Working directory of the agent's tools. */
  readonly workspacePath?: string;
  readonly signal?: AbortSignal;
  readonly observer?: CallObserver;
}

/** What an agent did and said. */
export interface AgentReply {
  /** Everything after the request's own messages. */
  readonly messages: readonly Message[];
  readonly usage: Usage;
  readonly usageKnown: boolean;
  readonly model: string;
  readonly turns: number;
  /** The turn limit ended the run. */
  readonly limitReached: boolean;
  /** The wall-clock limit ended the run; the messages are what there was. */
  readonly timeoutReached: boolean;
}

/** A connection to one agent runtime. */
export interface AgentPort {
  readonly tier: AgentTier;
  run(request: AgentRequest): Promise<AgentReply>;
  [Symbol.asyncDispose](): Promise<void>;
}
