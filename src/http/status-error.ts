import { maskedError, maskSecrets, type TransportCategory, TransportError } from "../base/index.ts";
import type { CallSite } from "./call-site.ts";
import { readErrorBody } from "./error-body.ts";

const longestServerMessage = 500;

/** The failure category of an HTTP status and the server's own error codes; words of the message play no part. */
export function categoryOfStatus(status: number, codes: readonly string[] = []): TransportCategory {
  if (codes.includes("insufficient_quota")) return "permanent";
  if (status === 429) return "rate_limit";
  if (status === 408) return "timeout";
  return status >= 500 ? "server_error" : "permanent";
}

function hintFor(status: number, site: CallSite, codes: readonly string[]): string | undefined {
  if (codes.includes("insufficient_quota")) return "The account behind this key has no credit left.";
  if ((status === 401 || status === 403) && site.keyName === undefined)
    return "No key was sent. Name the environment variable that holds one with --api-key-env, or api_key_env of the model.";
  if (status === 401 || status === 403)
    return `Check the key in ${site.keyName} and that it may use this model.`;
  if (status === 404 && site.isApplication) return "Check the path of the address in http.";
  if (status === 405 && site.isApplication) return "Check --http-method (http_method).";
  if (status === 404) return `Check the model name "${site.modelName}" and the base URL.`;
  if (status === 413) return "The prompt is larger than the server accepts.";
  if (status === 429) return "Lower the number of requests in flight, or allow more retries.";
  if (status >= 300 && status < 400)
    return `The server redirects, which is not followed: put the final address into ${site.isApplication ? "http" : "the base URL"}.`;
  return undefined;
}

/** The transport error of a reply whose status is not a success. */
export function statusError(
  site: CallSite,
  reply: { readonly status: number; readonly body: string; readonly retryAfterMs: number | undefined },
  cause?: unknown,
): TransportError {
  const said = readErrorBody(reply.body);
  const message = said.message === undefined ? "" : maskSecrets(said.message, site.secrets);
  const shown =
    message.length > longestServerMessage ? `${message.slice(0, longestServerMessage)}…` : message;
  const hint = hintFor(reply.status, site, said.codes);
  return new TransportError(
    categoryOfStatus(reply.status, said.codes),
    `Model "${site.modelName}" at ${site.url} answered with status ${reply.status}${shown === "" ? "" : `: ${shown}`}`,
    {
      status: reply.status,
      retryAfterMs: reply.retryAfterMs,
      ...(hint === undefined ? {} : { hint }),
      ...(cause === undefined ? {} : { cause: maskedError(cause, site.secrets) }),
    },
  );
}
