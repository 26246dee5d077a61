import {
  type Deadline,
  KareninaError,
  maskedError,
  maskSecrets,
  messageOf,
  readErrorCode,
  type TransportCategory,
  TransportError,
} from "../base/index.ts";
import type { CallSite } from "./call-site.ts";
import { tooLargeCode } from "./limited-reply.ts";

const categories: { readonly [code: string]: TransportCategory } = {
  ECONNREFUSED: "connection",
  ECONNRESET: "connection",
  ECONNABORTED: "connection",
  ENOTFOUND: "connection",
  EAI_AGAIN: "connection",
  EHOSTUNREACH: "connection",
  ENETUNREACH: "connection",
  EPIPE: "connection",
  UND_ERR_SOCKET: "connection",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "connection",
  ETIMEDOUT: "timeout",
  UND_ERR_CONNECT_TIMEOUT: "timeout",
  UND_ERR_HEADERS_TIMEOUT: "timeout",
  UND_ERR_BODY_TIMEOUT: "timeout",
  [tooLargeCode]: "permanent",
  UND_ERR_DESTROYED: "permanent",
  UND_ERR_CLOSED: "permanent",
};

const closedHint =
  "The server closed the connection before it had replied: look at its log, and whether the address is that of a model server.";

const hints: { readonly [code: string]: string } = {
  ECONNREFUSED: "Is the server running at this address?",
  ENOTFOUND: "The host name is not known: check the base URL.",
  [tooLargeCode]:
    "The reply is larger than is read (64 MiB by default). Does this address speak the interface you chose?",
  ECONNRESET: closedHint,
  UND_ERR_SOCKET: closedHint,
  UND_ERR_DESTROYED: "The connection was closed before this call.",
};

function categoryOfCode(code: string): TransportCategory | undefined {
  if (code.startsWith("HPE_")) return "server_error";
  return /CERT|TLS|SIGNATURE/.test(code) ? "permanent" : categories[code];
}

/** The first known network code among an error and its causes. */
export function networkCode(error: unknown): string | undefined {
  let current = error;
  for (let depth = 0; depth < 6 && current !== undefined && current !== null; depth += 1) {
    const code = readErrorCode(current);
    if (code !== undefined && categoryOfCode(code) !== undefined) return code;
    current = current instanceof Error ? current.cause : undefined;
  }
  return undefined;
}

/** The error for a caller who cancelled. */
export function cancelledError(cause?: unknown): KareninaError {
  return new KareninaError("cancelled", "The call was cancelled.", cause === undefined ? {} : { cause });
}

/** One attempt at a call, as far as its failure depends on it. */
export interface Attempt {
  readonly deadline: Deadline;
  /** Limit in milliseconds; undefined: none. */
  readonly timeoutMs: number | undefined;
}

/** The error of a call that ended without a reply: cancelled, out of time, or a fault of the network. */
export function networkError(site: CallSite, error: unknown, attempt: Attempt): KareninaError {
  const where = `Model "${site.modelName}" at ${site.url}`;
  if (attempt.deadline.timedOut) {
    return new TransportError(
      "timeout",
      `${where} gave no complete reply within ${(attempt.timeoutMs ?? 0) / 1000} s.`,
      {
        hint: "Raise the request timeout, or let retries escalate it.",
        cause: maskedError(error, site.secrets),
      },
    );
  }
  if (attempt.deadline.signal.aborted) return cancelledError(error);
  const code = networkCode(error);
  const category = code === undefined ? "connection" : (categoryOfCode(code) ?? "connection");
  const hint = code === undefined ? undefined : hints[code];
  const detail = code ?? maskSecrets(messageOf(error), site.secrets);
  const what =
    code === tooLargeCode ? "sent more than is read" : `could not be reached or broke off: ${detail}`;
  return new TransportError(category, `${where} ${what}`, {
    cause: maskedError(error, site.secrets),
    ...(hint === undefined ? {} : { hint }),
  });
}
