/** Every kind of expected trouble, as a literal to branch on. */
export type ErrorCode =
  /** Input from a file, flag or caller does not have the expected shape. */
  | "invalid_input"
  /** A file does not exist. */
  | "file_not_found"
  /** A file exists but cannot be read, or cannot be parsed. */
  | "file_unreadable"
  /** A file or folder cannot be written. */
  | "file_unwritable"
  /** A file is not what it was when it was read: somebody has changed it since. */
  | "file_changed"
  /** A file was written by a newer version. */
  | "format_from_future"
  /** Flags or settings contradict each other or name something unknown. */
  | "configuration"
  /** An optional package is not installed. */
  | "missing_dependency"
  /** An API key is not set. */
  | "missing_key"
  /** A template's definition is wrong. */
  | "template_invalid"
  /** A template is written in a language this version does not read. */
  | "template_unreadable"
  /** Sandboxed code ran out of time, memory or stack. */
  | "sandbox_limit"
  /** Sandboxed code threw. */
  | "sandbox_error"
  /** A value cannot be compared by the chosen primitive. */
  | "check_error"
  /** A model call failed in transport; see {@link TransportError}. */
  | "transport"
  /** A model answered, but not in the shape asked for; see {@link ReplyError}. */
  | "reply"
  /** A recorded exchange or answer is missing. */
  | "recording_missing"
  /** The caller cancelled. */
  | "cancelled"
  /** A stage list, or another part of the program, is put together wrongly. */
  | "composition";

/** What an error carries beside its message. */
export interface ErrorOptionsWithHint {
  /** What the reader can do about it, one sentence. */
  readonly hint?: string;
  readonly cause?: unknown;
}

const marker = Symbol.for("karenina.error");

/**
 * Base of every error karenina throws on purpose. `message` says what was expected and what was found,
 * `hint` what to do.
 *
 * @example
 * try { await Benchmark.load("x.jsonld"); }
 * catch (error) { if (KareninaError.isInstance(error) && error.code === "file_not_found") … }
 */
export class KareninaError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly [marker] = true;

  constructor(code: ErrorCode, message: string, options: ErrorOptionsWithHint = {}) {
    super(messageOf(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.code = code;
    this.hint = options.hint;
  }

  /** True for errors of this class, also across two copies of the package. */
  static isInstance(error: unknown): error is KareninaError {
    return typeof error === "object" && error !== null && marker in error;
  }
}

/** Why a call over the network failed, as far as it decides about trying again. */
export const transportCategories = [
  "connection",
  "timeout",
  "rate_limit",
  "server_error",
  "permanent",
] as const;
/** One of {@link transportCategories}. */
export type TransportCategory = (typeof transportCategories)[number];

/** A call to a model or service failed in transport: nothing usable came back. */
export class TransportError extends KareninaError {
  readonly category: TransportCategory;
  /** HTTP status, where there was a response. */
  readonly status: number | undefined;
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** Text that had arrived when the call was cut off. */
  readonly partialText: string | undefined;

  constructor(
    category: TransportCategory,
    message: string,
    options: ErrorOptionsWithHint & {
      readonly status?: number | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly partialText?: string | undefined;
    } = {},
  ) {
    super("transport", message, options);
    this.category = category;
    this.status = options.status;
    this.retryAfterMs = options.retryAfterMs;
    this.partialText = options.partialText;
  }

  static override isInstance(error: unknown): error is TransportError {
    return KareninaError.isInstance(error) && error.code === "transport";
  }
}

/** A model replied, but the reply could not be read as what was asked for. Never retried as a transport fault. */
export class ReplyError extends KareninaError {
  /** The reply as it came, cut to 2,000 characters. */
  readonly reply: string;
  /** False: the model refused, or was cut off before it had said all. */
  readonly complete: boolean;

  constructor(
    message: string,
    reply: string,
    options: ErrorOptionsWithHint & { readonly complete?: boolean } = {},
  ) {
    super("reply", message, options);
    this.reply = messageOf(reply).slice(0, 2000);
    this.complete = options.complete ?? true;
  }

  static override isInstance(error: unknown): error is ReplyError {
    return KareninaError.isInstance(error) && error.code === "reply";
  }
}

/** The message of anything thrown, without a stack. */
export function messageOf(error: unknown): string {
  const said: unknown = error instanceof Error ? error.message : error;
  if (typeof said === "string") return said;
  const none = `a value of type ${typeof said} that has no text`;
  try {
    const text = String(said);
    return text === "[object Object]" ? none : text;
  } catch {
    return none;
  }
}
