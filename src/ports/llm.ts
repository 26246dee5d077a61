import type { JsonSchema, TransportCategory } from "../base/index.ts";
import type { Message, RetrievedContext, Usage } from "../trace/index.ts";
import type { ToolDefinition } from "./tool.ts";

/** Kinds of files that a model may take as they are. Text is none of them: it stands in the message. */
export type MediaKind = "image/*" | "application/pdf";

/** What a model connection can do natively. */
export interface PortCapabilities {
  /** False: the system text is put in front of the user text. */
  readonly systemPrompt: boolean;
  /** True: `responseSchema` is enforced by the provider; otherwise the caller puts the schema in the prompt. */
  readonly structuredOutput: boolean;
  /** True: the model can ask for tools. Default false. */
  readonly tools?: boolean;
  /** The files that it takes as blocks of a message. Default: none. */
  readonly mediaTypes?: readonly MediaKind[];
}

/** Told about everything that costs time or money while a request runs. All methods return at once. */
export interface CallObserver {
  /** A model call is about to be sent. */
  started?(): void;
  /** The first piece of a streamed reply has come, so long after its call was sent. */
  firstToken?(call: { readonly afterMs: number }): void;
  /**
   * A model call came back with a reply.
   *
   * @param call `isEarlier`: it was made, and paid, by a machine that has ended since; its reply was kept
   */
  finished?(call: {
    readonly usage: Usage;
    readonly model: string;
    readonly durationMs: number;
    readonly isEarlier?: true;
  }): void;
  /** A reply was taken from the store of replies: nothing was sent, and nothing of it counts as spent. */
  stored?(call: { readonly usage: Usage; readonly model: string }): void;
  /**
   * The server says, with a reply, what it still takes of requests or tokens, whichever is less, and in how many milliseconds as
   * many as ever.
   */
  limits?(told: { readonly remaining: number; readonly resetMs: number }): void;
  /** An agent calls a tool of this name. */
  toolCalled?(call: { readonly name: string }): void;
  /** A model call failed and will be tried again after `delayMs`. */
  retried?(event: {
    readonly category: TransportCategory;
    readonly delayMs: number;
    readonly reason: string;
  }): void;
}

/** One call to a language model. */
export interface LlmRequest {
  /** The conversation so far, oldest first. */
  readonly messages: readonly Message[];
  /** The JSON object the reply must be, with a name of letters, digits, `_` or `-`. */
  readonly responseSchema?: { readonly name: string; readonly schema: JsonSchema };
  /** Tools the model may ask for; its wishes are `tool_use` blocks of the reply's message. Only with the capability `tools`. */
  readonly tools?: readonly ToolDefinition[];
  /** Overrides the model's own temperature. */
  readonly temperature?: number;
  /** Makes the reply repeatable, as far as the model takes one. */
  readonly seed?: number;
  /** Most tokens of the reply; overrides the model's own limit where the connection has one. */
  readonly maxTokens?: number;
  /**
   * True: the reply is taken as a stream where the server offers it, so that what had come of one that is cut off is in the
   * error. Default false.
   */
  readonly stream?: boolean;
  /** Fires when the run is cancelled. */
  readonly signal?: AbortSignal;
  /** Wall-clock limit of one attempt, in milliseconds. */
  readonly timeoutMs?: number;
  /** Told about calls, tokens and retries. Default: nobody. */
  readonly observer?: CallObserver;
}

/** Why the model stopped. `refusal` covers content filters. */
export type FinishReason = "stop" | "length" | "refusal" | "tool_calls" | "other";

/** A language model's reply. */
export interface LlmReply {
  /** What the model said, without its thinking. */
  readonly text: string;
  /** The assistant's message with thinking, where the provider gives it, and with the tools it asks for. */
  readonly message: Message;
  /** Tokens, and the cost in US dollars where it is known. */
  readonly usage: Usage;
  /** False: the provider sent no token counts. */
  readonly usageKnown: boolean;
  /** The model that answered, as the provider names it. */
  readonly model: string;
  /** Why it stopped. */
  readonly finishReason: FinishReason;
  /** What was looked up for the answer, in the order in which it was used. Absent: nothing is known of it. */
  readonly contexts?: readonly RetrievedContext[];
}

/**
 * A connection to one language model. Failures in transport are thrown as `TransportError`
 * with a category; a reply in a wrong shape is the caller's business.
 */
export interface LlmPort {
  /** What it can do natively. */
  readonly capabilities: PortCapabilities;
  /** Asks the model once. Rejects with `TransportError` when it cannot be reached. */
  generate(request: LlmRequest): Promise<LlmReply>;
  /** Closes connections; calling it twice is fine. */
  [Symbol.asyncDispose](): Promise<void>;
}
