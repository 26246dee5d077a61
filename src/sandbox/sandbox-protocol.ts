import { type SandboxSubject, subjects } from "./sandbox-subject.ts";

/** Limits of one evaluation. */
export interface SandboxLimits {
  /** Of the code, its values and the interpreter together. */
  readonly memoryBytes: number;
  readonly stackBytes: number;
  /** CPU time of the sandbox's thread, in milliseconds. */
  readonly timeoutMs: number;
}

/** Memory of one evaluation where nothing else is said. */
export const defaultMemoryBytes = 32 * 2 ** 20;

/** What the interpreter begins with: less cannot be given. */
export const smallestMemoryBytes = 16 * 2 ** 20;

/** Stack of one evaluation where nothing else is said. */
export const defaultStackBytes = 256 * 2 ** 10;

/** What the host sends to the sandbox's thread. */
export interface SandboxRequest {
  readonly subject: SandboxSubject;
  readonly source: string;
  /** A task of the subject's guest entry as JSON text. */
  readonly task: string;
  /** The source is read for its types, and not run: the reply is the source without them. */
  readonly isSyntaxOnly?: true;
  readonly limits: SandboxLimits;
}

/** What went wrong in the sandbox, as data that crosses threads. */
export interface SandboxFailure {
  readonly code: "template_invalid" | "invalid_input" | "sandbox_limit" | "sandbox_error";
  readonly message: string;
  readonly hint?: string;
  /** The thread cannot go on: the next request needs a new one. */
  readonly brokenThread?: true;
}

/** What comes back: JSON text, or what went wrong. */
export type SandboxReply =
  | { readonly ok: true; readonly json: string }
  | { readonly ok: false; readonly failure: SandboxFailure };

/** Carries a failure through the sandbox's thread. The thread loads nothing of karenina, so that it starts fast. */
export class SandboxError extends Error {
  readonly failure: SandboxFailure;
  /** The interpreter broke and has to be replaced. */
  readonly trapped: boolean;

  constructor(failure: SandboxFailure, options: { readonly trapped?: boolean } = {}) {
    super(failure.message);
    this.failure = failure;
    this.trapped = options.trapped ?? false;
  }
}

/** The error for code that used more than it may. */
export function limitExceeded(
  subject: SandboxSubject,
  what: string,
  options: { readonly trapped?: boolean } = {},
): SandboxError {
  const { title, advice } = subjects[subject];
  return new SandboxError(
    { code: "sandbox_limit", message: `${title} code ${what}.`, hint: advice },
    options,
  );
}

/** The error for code that asked for more memory than it may have. */
export function memoryExceeded({ subject, limits }: SandboxRequest, where = ""): SandboxError {
  const megabytes = Math.round(memoryLimit(limits) / 2 ** 20);
  return limitExceeded(subject, `used more than ${megabytes} MB of memory${where}`);
}

/** A text that is given to the code counts beside its limit: as text to read, as read, and as made of it. */
const copiesOfInput = 4;
/** Shorter texts fit in beside ordinary code. */
const shortInput = 2 ** 20;

/** How large the interpreter's memory may grow for a request. */
export function interpreterBytes({ source, task, limits }: SandboxRequest): number {
  const input = Buffer.byteLength(source) + Buffer.byteLength(task);
  return memoryLimit(limits) + (input > shortInput ? copiesOfInput * input : 0);
}

function memoryLimit({ memoryBytes }: SandboxLimits): number {
  return Math.max(memoryBytes, smallestMemoryBytes);
}
