import { APICallError, JSONParseError, RetryError, UnsupportedFunctionalityError } from "ai";
import {
  type Clock,
  KareninaError,
  maskedError,
  maskSecrets,
  messageOf,
  type startDeadline,
  TransportError,
} from "../../base/index.ts";
import {
  type CallSite,
  malformedReply,
  networkCode,
  networkError,
  retryAfterMs,
  statusError,
  unreadableBody,
} from "../../http/index.ts";

/** One attempt, as far as its failure depends on it. */
export interface Attempt {
  readonly deadline: ReturnType<typeof startDeadline>;
  readonly timeoutMs: number | undefined;
}

/** An error of the AI SDK as ours: cancelled, or a transport error with its category. */
export function errorOfSdk(site: CallSite, thrown: unknown, attempt: Attempt, clock: Clock): KareninaError {
  const error = RetryError.isInstance(thrown) ? thrown.lastError : thrown;
  if (KareninaError.isInstance(error)) return error;
  if (attempt.deadline.signal.aborted || networkCode(error) !== undefined)
    return networkError(site, error, attempt);
  if (APICallError.isInstance(error)) {
    const { statusCode: status } = error;
    if (status === undefined) return networkError(site, error, attempt);
    if (status < 300) {
      const isUnreadable = JSONParseError.isInstance(error.cause) && error.responseBody !== undefined;
      const found = isUnreadable
        ? unreadableBody(site, error.responseBody ?? "")
        : "a body the interface does not allow";
      return malformedReply(site, found, status, error);
    }
    const wait = retryAfterMs(error.responseHeaders ?? {}, clock.now());
    return statusError(site, { status, body: error.responseBody ?? "", retryAfterMs: wait }, error);
  }
  if (error instanceof TypeError && !UnsupportedFunctionalityError.isInstance(error)) {
    return networkError(site, error, attempt);
  }
  const detail = maskSecrets(messageOf(error), site.secrets);
  return new TransportError(
    "permanent",
    `Model "${site.modelName}" at ${site.url} could not be called: ${detail}`,
    {
      cause: maskedError(error, site.secrets),
    },
  );
}
