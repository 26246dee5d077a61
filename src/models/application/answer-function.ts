import type { Tool } from "../../ports/index.ts";
import type { Message, RetrievedContext, Usage } from "../../trace/index.ts";

/** What an application under test is asked. */
export interface AnswerRequest {
  /** The question as the benchmark has it, inside the user prompt where the run has one. */
  readonly question: string;
  /**
   * The whole conversation as a model would be sent it: system prompt, what was said before, and the question with examples
   * before it and the files that go with it.
   */
  readonly messages: readonly Message[];
  /** The tools of the model's MCP servers. */
  readonly tools: readonly Tool[];
  /** The files that go with the question, as they also stand in its message. */
  readonly attachments: readonly AskedAttachment[];
  /** Absolute path of a folder with the question's files, where the question has some or a judge is to look at what is left there. */
  readonly workspace?: string;
  /** Which repetition of the question it is: 1, 2, …; 1 in a run of one replicate. */
  readonly replicate: number;
  /** Fires when the time limit `agentTimeout` is over, and when the run is cancelled. */
  readonly signal: AbortSignal;
}

/** A file that goes with a question. */
export interface AskedAttachment {
  /** As the question calls it, such as `figures/dose.png`. */
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly data: Uint8Array;
  /** Absolute, where it is a file of this machine. */
  readonly path?: string;
}

/** A file that belongs to an answer: its text, or its bytes. */
export type Attachment =
  /** `name`: its path in the folder of the task, such as `plot.svg`. */
  | { readonly name: string; readonly text: string; readonly data?: undefined }
  | { readonly name: string; readonly data: Uint8Array; readonly text?: undefined };

/** What is known about an answer beside its text. */
export interface AnswerDetails {
  /** What happened before the answer, such as calls of tools and their results; the answer is added where it is not the last message. */
  readonly trace?: readonly Message[];
  /** Tokens, and the cost where it is known; left out: unknown. */
  readonly usage?: Partial<Usage>;
  /** The model that answered. Default: the name in the configuration. */
  readonly model?: string;
  /** What was looked up for the answer, in the order in which it was used; left out: unknown. */
  readonly contexts?: readonly RetrievedContext[];
  /** A folder that was filled: what is in it is copied into the folder of the task, where there is one for a judge to look at. */
  readonly workspace?: string;
  /** Files that are put into the folder of the task, likewise. */
  readonly attachments?: readonly Attachment[];
  /** What was noted beside the answer, for whoever looks into it; no judge reads it. Of a long one head and tail are kept. */
  readonly log?: string;
}

/** An answer with what is known about how it came about. */
export interface GivenAnswer extends AnswerDetails {
  readonly text: string;
}

/**
 * Anything that answers a question: a chain, a service, a program. What it throws is a failure of the task, never a
 * verdict: `NoAnswer` says that there is no answer, `Retry` that it is to be asked again.
 *
 * @example
 * const answer: AnswerFunction = async ({ question, signal }) => (await fetch(url, { method: "POST", body: question, signal })).text();
 */
export type AnswerFunction = (request: AnswerRequest) => string | GivenAnswer | Promise<string | GivenAnswer>;
