import * as z from "zod";
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
      const status = error.status ?? statusInStream(error.error);
      if (typeof status !== "number") return networkError(site, error, attempt);
      const wait = retryAfterMs(Object.fromEntries(error.headers ?? []), clock.now());
      const body = typeof error.error === "string" ? error.error : JSON.stringify(error.error ?? "");
      return statusError(site, { status, body, retryAfterMs: wait }, error);
    }
    if (error instanceof SyntaxError) return malformedReply(site, "a body that is not JSON", 200, error);
    return error instanceof TypeError ? networkError(site, error, attempt) : undefined;
  });
}

const ErrorEvent = z.object({ error: z.object({ type: z.string() }) });

/** The status that an error has which comes in a stream, after its status has been told; undefined: it is none of a server. */
function statusInStream(body: unknown): number | undefined {
  const event = ErrorEvent.safeParse(body).data;
  return event === undefined ? undefined : (statuses[event.error.type] ?? 500);
}

const statuses: { readonly [type: string]: number | undefined } = {
  invalid_request_error: 400,
  rate_limit_error: 429,
  overloaded_error: 529,
};
