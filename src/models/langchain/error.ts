import {
  type Clock,
  isJsonObject,
  KareninaError,
  maskedError,
  messageOf,
  TransportError,
} from "../../base/index.ts";
import {
  type Attempt,
  type CallSite,
  callError,
  malformedReply,
  networkError,
  retryAfterMs,
  statusError,
} from "../../http/index.ts";

/** Something thrown, looked at without knowing its class: every vendor's package has its own. */
type Thrown = { readonly [member: string]: unknown };

const deepestCause = 8;

/** The error and its causes, the outermost first. */
function chainOf(error: unknown): readonly Thrown[] {
  const chain: Thrown[] = [];
  let current = error;
  while (typeof current === "object" && current !== null && chain.length < deepestCause) {
    const thrown = current as Thrown;
    chain.push(thrown);
    current = thrown.cause;
  }
  return chain;
}

/** An error of LangChain or of a vendor's client as ours: cancelled, or a transport error with its category. */
export function errorOfLangChain(
  site: CallSite,
  thrown: unknown,
  attempt: Attempt,
  clock: Clock,
): KareninaError {
  const chain = chainOf(thrown);
  const ours = chain.find((each) => KareninaError.isInstance(each));
  return callError(site, ours ?? thrown, attempt, (error) => {
    for (const each of chain) {
      const status = statusOf(each);
      if (status === undefined) continue;
      const wait = retryAfterMs(headersOf(each), clock.now());
      return statusError(site, { status, body: bodyOf(each), retryAfterMs: wait }, error);
    }
    if (chain.some(({ lc_error_code }) => lc_error_code === "MODEL_RATE_LIMIT"))
      return statusError(site, { status: 429, body: messageOf(error), retryAfterMs: undefined }, error);
    if (chain.some(ranOut)) return timedOut(site, error);
    if (chain.some(brokeOff)) return networkError(site, error, attempt);
    return error instanceof TypeError || error instanceof SyntaxError
      ? malformedReply(site, "a body the interface does not allow", 200, error)
      : undefined;
  });
}

function statusOf(thrown: Thrown): number | undefined {
  const { status, statusCode, response, $metadata } = thrown;
  const found = [
    status,
    statusCode,
    isJsonObject(response) ? response.status : undefined,
    isJsonObject($metadata) ? $metadata.httpStatusCode : undefined,
  ].find((candidate) => typeof candidate === "number" && candidate >= 300 && candidate <= 599);
  return typeof found === "number" ? found : undefined;
}

/** Clients bring their own `Headers`, so it is told by what it can do. */
function headersOf({ headers, response }: Thrown): Readonly<Record<string, string>> {
  const found: unknown = headers ?? (isJsonObject(response) ? response.headers : undefined);
  if (typeof found !== "object" || found === null) return {};
  const pairs = Symbol.iterator in found ? [...(found as Iterable<unknown>)] : Object.entries(found);
  return Object.fromEntries(
    pairs.flatMap((pair) => (isTextPair(pair) ? [[pair[0].toLowerCase(), pair[1]]] : [])),
  );
}

const isTextPair = (pair: unknown): pair is readonly [string, string] =>
  Array.isArray(pair) && typeof pair[0] === "string" && typeof pair[1] === "string";

/** The server's own words where the package kept them, else the package's. */
function bodyOf(thrown: Thrown): string {
  const { error: body } = thrown;
  if (isJsonObject(body)) return JSON.stringify("error" in body ? body : { error: body });
  return String(thrown.message ?? "").replace(/\n+Troubleshooting URL: [\s\S]*$/, "");
}

const nameOf = (thrown: Thrown) => String(thrown.name ?? "");
const classOf = (thrown: Thrown) => String(thrown.constructor?.name ?? "");

const ranOut = (thrown: Thrown) =>
  nameOf(thrown) === "TimeoutError" || classOf(thrown) === "APIConnectionTimeoutError";

/** `fetch` throws a bare TypeError with a cause when the connection fails. */
const brokeOff = (thrown: Thrown) =>
  classOf(thrown) === "APIConnectionError" || (thrown instanceof TypeError && thrown.cause !== undefined);

const timedOut = ({ modelName, url, secrets }: CallSite, error: unknown) =>
  new TransportError(
    "timeout",
    `Model "${modelName}" at ${url} gave no reply within its client's own limit.`,
    { cause: maskedError(error, secrets) },
  );
