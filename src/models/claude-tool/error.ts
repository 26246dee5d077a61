import type { Clock, KareninaError } from "../../base/index.ts";
import {
  type Attempt,
  type CallSite,
  callError,
  malformedReply,
  networkError,
  retryAfterMs,
  statusError,
} from "../../http/index.ts";

/** The package's errors by their shape: two copies of a package have different classes. */
interface ApiError extends Error {
  readonly status: number | undefined;
  readonly headers: Headers | undefined;
  /** The body, as JSON where it is JSON. */
  readonly error: unknown;
}

const isApiError = (error: unknown): error is ApiError =>
  error instanceof Error && "status" in error && "headers" in error && "error" in error;

/** An error of Anthropic's package as ours: cancelled, or a transport error with its category. */
export function errorOfClaude(
  site: CallSite,
  thrown: unknown,
  attempt: Attempt,
  clock: Clock,
): KareninaError {
  return callError(site, thrown, attempt, (error) => {
    if (isApiError(error)) {
      if (typeof error.status !== "number") return networkError(site, error, attempt);
      const wait = retryAfterMs(Object.fromEntries(error.headers ?? []), clock.now());
      const body = typeof error.error === "string" ? error.error : JSON.stringify(error.error ?? "");
      return statusError(site, { status: error.status, body, retryAfterMs: wait }, error);
    }
    if (error instanceof SyntaxError) return malformedReply(site, "a body that is not JSON", 200, error);
    return error instanceof TypeError ? networkError(site, error, attempt) : undefined;
  });
}
