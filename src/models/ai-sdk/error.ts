import {
  APICallError,
  InvalidResponseDataError,
  JSONParseError,
  RetryError,
  UnsupportedFunctionalityError,
} from "ai";
import type { Clock, KareninaError } from "../../base/index.ts";
import {
  type Attempt,
  type CallSite,
  callError,
  malformedReply,
  networkError,
  retryAfterMs,
  statusError,
  unreadableBody,
} from "../../http/index.ts";

/** An error of the AI SDK as ours: cancelled, or a transport error with its category. */
export function errorOfSdk(site: CallSite, thrown: unknown, attempt: Attempt, clock: Clock): KareninaError {
  return callError(site, RetryError.isInstance(thrown) ? thrown.lastError : thrown, attempt, (error) => {
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
    // a piece of a stream that lacks something
    if (InvalidResponseDataError.isInstance(error))
      return malformedReply(site, "a body the interface does not allow", 200, error);
    return error instanceof TypeError && !UnsupportedFunctionalityError.isInstance(error)
      ? networkError(site, error, attempt)
      : undefined;
  });
}
