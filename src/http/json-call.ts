import {
  type Clock,
  costlyJson,
  KareninaError,
  maskedError,
  maskSecrets,
  startDeadline,
  TransportError,
} from "../base/index.ts";
import type { CallSite } from "./call-site.ts";
import { firstWords, isMarkup } from "./first-words.ts";
import type { HttpClient } from "./http-client.ts";
import { networkError } from "./network-error.ts";
import { retryAfterMs } from "./retry-after.ts";
import { statusError } from "./status-error.ts";
import { toldLimits } from "./told-limits.ts";

/** One JSON request to a model server. */
interface JsonCall {
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly body: object;
  readonly signal: AbortSignal | undefined;
  /** Limit of this attempt in milliseconds; undefined: none. */
  readonly timeoutMs: number | undefined;
  /** Told what the server says of its limits. */
  readonly limits?: ((told: { readonly remaining: number; readonly resetMs: number }) => void) | undefined;
  /** Takes a reply that is a stream of events. Default: there is to be none. */
  readonly events?: EventTaker | undefined;
}

/** Takes a stream of events, and makes one JSON of it. Its errors are those of the call. */
export interface EventTaker {
  take(piece: Uint8Array): void;
  /** Called when the body has ended. */
  whole(): unknown;
  /** The text that has come; empty: none has. */
  readonly partialText: string;
}

/**
 * Sends JSON and returns the JSON of a successful reply. Throws `TransportError` with a category, or
 * `KareninaError` with code `cancelled`. A body that is no JSON is the server's fault: `server_error`. What came of a
 * stream that broke off is in the error.
 */
export async function callJson(
  client: HttpClient,
  site: CallSite,
  clock: Clock,
  call: JsonCall,
): Promise<unknown> {
  using deadline = startDeadline(call.timeoutMs, call.signal);
  const { events } = call;
  let isStream = false;
  const request = {
    headers: call.headers,
    body: JSON.stringify(call.body),
    signal: deadline.signal,
    ...(events !== undefined && {
      onEvents(piece: Uint8Array) {
        isStream = true;
        events.take(piece);
      },
    }),
  };
  const reply = await client.post(call.url, request).catch((error: unknown) => {
    const failure = KareninaError.isInstance(error)
      ? error
      : networkError(site, error, { deadline, timeoutMs: call.timeoutMs });
    throw withPartialText(failure, events);
  });
  const told = toldLimits(reply.headers, clock.now());
  if (told !== undefined) call.limits?.(told);
  if (reply.status < 200 || reply.status > 299) {
    const wait = retryAfterMs(reply.headers, clock.now());
    throw statusError(site, { status: reply.status, body: reply.text, retryAfterMs: wait });
  }
  if (isStream && events !== undefined) {
    try {
      return events.whole();
    } catch (error) {
      throw withPartialText(error, events);
    }
  }
  const costly = costlyJson(reply.text);
  if (costly !== undefined) {
    throw new TransportError(
      "permanent",
      `Model "${site.modelName}" at ${site.url} sent a reply too large: ${costly}.`,
    );
  }
  try {
    return JSON.parse(reply.text);
  } catch (error) {
    throw malformedReply(site, unreadableBody(site, reply.text), reply.status, error);
  }
}

/** An error in transport with what had come of the reply; any other as it is. */
export function withPartialText(
  error: unknown,
  events: Pick<EventTaker, "partialText"> | undefined,
): unknown {
  const partialText = events?.partialText ?? "";
  if (!TransportError.isInstance(error) || partialText === "") return error;
  const { category, message, status, retryAfterMs, hint, cause } = error;
  const options = { status, retryAfterMs, partialText, cause };
  return new TransportError(category, message, { ...options, ...(hint !== undefined && { hint }) });
}

const longestShown = 100;

/** Says that a body is not JSON, and what it is instead: often the page of another program at this address. */
export function unreadableBody(site: CallSite, body: string): string {
  const words = maskSecrets(firstWords(body), site.secrets);
  if (words === "") return "a body that is not JSON";
  const shown = JSON.stringify(words.length > longestShown ? `${words.slice(0, longestShown)}…` : words);
  return `a body that is not JSON but ${isMarkup(body) ? "a page with" : "begins with"} ${shown}`;
}

/** The error of a successful status whose body is not what the interface promises. */
export function malformedReply(
  site: CallSite,
  found: string,
  status: number,
  cause?: unknown,
): TransportError {
  return new TransportError(
    "server_error",
    `Model "${site.modelName}" at ${site.url} answered with status ${status} and ${found}.`,
    {
      status,
      hint: "Does this address speak the interface you chose?",
      ...(cause === undefined ? {} : { cause: maskedError(cause, site.secrets) }),
    },
  );
}
