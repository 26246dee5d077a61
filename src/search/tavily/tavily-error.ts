import * as z from "zod";
import { type KareninaError, maskedError, maskSecrets, messageOf, TransportError } from "../../base/index.ts";
import {
  type CallSite,
  categoryOfStatus,
  type HttpReply,
  networkCode,
  networkError,
  readErrorBody,
  retryAfterMs,
} from "../../http/index.ts";

const TavilyError = z
  .object({ detail: z.object({ error: z.string() }) })
  .transform(({ detail }) => detail.error);

const outOfCredit = "The account has used up its searches; see its plan at Tavily.";
const hints: { readonly [status: number]: string } = {
  401: "Check the key in TAVILY_API_KEY.",
  403: "Check the key in TAVILY_API_KEY.",
  432: outOfCredit,
  433: outOfCredit,
};

/** The error of a reply whose status is not a success. */
export function refusal(site: CallSite, reply: HttpReply, nowMs: number): TransportError {
  const said = serverWords(reply.text);
  return new TransportError(
    categoryOfStatus(reply.status),
    `Tavily answered with status ${reply.status}${said === undefined ? "." : `: ${maskSecrets(said, site.secrets)}`}`,
    {
      status: reply.status,
      retryAfterMs: retryAfterMs(reply.headers, nowMs),
      hint: hints[reply.status],
    },
  );
}

/** The error of a successful status with a body that is not JSON. */
export function unreadable(site: CallSite, cause: unknown): TransportError {
  return new TransportError("server_error", `Tavily at ${site.url} answered with a body that is not JSON.`, {
    cause: maskedError(cause, site.secrets),
  });
}

/** The error of a request that ended without a reply. */
export function unreachable(
  site: CallSite,
  error: unknown,
  attempt: Parameters<typeof networkError>[2],
): KareninaError {
  const known = networkError(site, error, attempt);
  if (!TransportError.isInstance(known)) return known;
  const found =
    known.category === "timeout" && attempt.deadline.timedOut
      ? `gave no complete reply within ${(attempt.timeoutMs ?? 0) / 1000} s.`
      : `could not be reached or broke off: ${networkCode(error) ?? maskSecrets(messageOf(error), site.secrets)}`;
  return new TransportError(known.category, `Tavily at ${site.url} ${found}`, {
    cause: maskedError(error, site.secrets),
  });
}

function serverWords(body: string): string | undefined {
  try {
    return TavilyError.safeParse(JSON.parse(body)).data ?? readErrorBody(body).message;
  } catch {
    return readErrorBody(body).message;
  }
}
