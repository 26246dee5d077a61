import type { Tool } from "../../ports/index.ts";
import type { Message, RetrievedContext, Usage } from "../../trace/index.ts";

/** What a function under test may look at beside the question. */
export interface AnswerContext {
  /** The whole conversation as a model would be sent it: system prompt, and the question with examples before it. */
  readonly messages: readonly Message[];
  /** The tools of the model's MCP servers. */
  readonly tools: readonly Tool[];
  /** Absolute path of the folder with the question's files, where the run has one for it. */
  readonly workspacePath?: string;
  /** Fires when the time limit `agentTimeout` is over, and when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** An answer with what is known about how it came about. */
export interface GivenAnswer {
  readonly text: string;
  /** What happened before the answer, such as calls of tools and their results; the answer is added where it is not the last message. */
  readonly trace?: readonly Message[];
  /** Tokens, and the cost where it is known; left out: unknown. */
  readonly usage?: Partial<Usage>;
  /** The model that answered. Default: the name in the configuration. */
  readonly model?: string;
  /** What was looked up for the answer, in the order in which it was used; left out: unknown. */
  readonly contexts?: readonly RetrievedContext[];
}

/**
 * Anything that answers a question: a chain, a service, a program. What it throws is a failure of the task, never a
 * verdict; an error with `retryable: true` is tried again as the retry policy says.
 *
 * @example
 * const answer: AnswerFunction = async (question, { signal }) => (await fetch(url, { method: "POST", body: question, signal })).text();
 */
export type AnswerFunction = (
  question: string,
  context: AnswerContext,
) => string | GivenAnswer | Promise<string | GivenAnswer>;
