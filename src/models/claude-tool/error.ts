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
} from "../../http/index.ts";

/** One attempt, as far as its failure depends on it. */
export interface Attempt {
  readonly deadline: ReturnType<typeof startDeadline>;
  readonly timeoutMs: number | undefined;
}

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
export function errorOfClaude(site: CallSite, error: unknown, attempt: Attempt, clock: Clock): KareninaError {
  if (KareninaError.isInstance(error)) return error;
  if (attempt.deadline.signal.aborted || networkCode(error) !== undefined)
    return networkError(site, error, attempt);
  if (isApiError(error)) {
    if (typeof error.status !== "number") return networkError(site, error, attempt);
    const wait = retryAfterMs(Object.fromEntries(error.headers ?? []), clock.now());
    const body = typeof error.error === "string" ? error.error : JSON.stringify(error.error ?? "");
    return statusError(site, { status: error.status, body, retryAfterMs: wait }, error);
  }
  if (error instanceof SyntaxError) return malformedReply(site, "a body that is not JSON", 200, error);
  if (error instanceof TypeError) return networkError(site, error, attempt);
  const detail = maskSecrets(messageOf(error), site.secrets);
  return new TransportError(
    "permanent",
    `Model "${site.modelName}" at ${site.url} could not be called: ${detail}`,
    { cause: maskedError(error, site.secrets) },
  );
}
