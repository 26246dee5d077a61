import type { TransportError } from "../base/index.ts";
import type { Message, RetrievedContext, Usage } from "../trace/index.ts";
import type { CallObserver, FinishReason } from "./llm.ts";
import type { Tool } from "./tool.ts";

/** `deep_agent`: the runtime is itself an agent with built-in tools. `tool_loop`: the adapter runs each tool call. */
export type AgentTier = "tool_loop" | "deep_agent";

/** One run of an agent. */
export interface AgentRequest {
  /** The conversation so far, oldest first. */
  readonly messages: readonly Message[];
  /** The question as the benchmark has it, inside the user prompt where the run has one; recorded answers are looked up by it. Default: the last user message. */
  readonly questionText?: string;
  /** Which repetition of the question it is: 1, 2, …. Default: 1. */
  readonly replicate?: number;
  /** Tools beside the agent's own. */
  readonly tools: readonly Tool[];
  /** At most so many model calls; 1 or more. */
  readonly maxTurns: number;
  /** Wall-clock limit of the whole run, in milliseconds. */
  readonly timeoutMs: number;
  /** Absolute path of the folder that the agent's own tools work in; a deep agent must have one. */
  readonly workspacePath?: string;
  /** False: that folder is the question's own, used in place. Default: true. */
  readonly workspaceIsCopy?: boolean;
  /** Fires when the run is cancelled. */
  readonly signal?: AbortSignal;
  /** Told about calls, tokens and retries. Default: nobody. */
  readonly observer?: CallObserver;
}

/** What an agent did and said. */
export interface AgentReply {
  /** Everything after the request's own messages. A run that was cut short keeps what there was. */
  readonly messages: readonly Message[];
  /** Tokens of all its calls together, and the cost in US dollars where it is known. */
  readonly usage: Usage;
  /** False: there were no token counts. */
  readonly usageKnown: boolean;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  /** Model calls that came back. */
  readonly turns: number;
  /** The turn limit ended the run: the model still wanted to use tools. Known by state, never by words in a text. */
  readonly limitReached: boolean;
  /** The wall-clock limit ended the run; the messages are what there was. */
  readonly timeoutReached: boolean;
  /** Why the model stopped in its last call; `length`: what it says last is cut off. Absent: the runtime does not tell. */
  readonly finishReason?: FinishReason;
  /** What was looked up for the answer, in the order in which it was used. Absent: nothing is known of it. */
  readonly contexts?: readonly RetrievedContext[];
  /** Why there is no answer, where whoever was asked says so itself; the messages are what there was. */
  readonly unanswered?: string;
  /** What was written beside the answer, such as the error output of a program; judges do not read it. */
  readonly log?: string;
  /**
   * The failure in transport that ended the run after the agent had begun; the messages are what there was, and no
   * answer. Where nothing came back before, the run rejects instead.
   */
  readonly error?: TransportError;
}

/** A connection to one agent runtime. */
export interface AgentPort {
  /** Whether it is an agent by itself, or its tools are called for it. */
  readonly tier: AgentTier;
  /** How its commands are kept inside the workspace, for prompts; `none`: it runs no commands. */
  readonly commands?: "sandboxed" | "unsandboxed" | "none";
  /** Rejects with `TransportError` when the model cannot be reached from the start; later see {@link AgentReply.error}. */
  run(request: AgentRequest): Promise<AgentReply>;
  /** Closes connections; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}
