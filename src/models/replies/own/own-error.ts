import {
  type Deadline,
  KareninaError,
  maskedError,
  messageOf,
  readThrown,
  saidText,
  type TransportCategory,
  TransportError,
} from "../../../base/index.ts";
import { cancelledError, categoryOfStatus, networkCode, networkError } from "../../../http/index.ts";
import { memberOf, WrongReply } from "./own-shapes.ts";

/** One call of what a program has handed over. */
export interface OwnCall {
  /** Id of the model, for messages. */
  readonly id: string;
  readonly deadline: Deadline;
  /** Limit in milliseconds; undefined: none. */
  readonly timeoutMs: number | undefined;
  /** What is known of an answer that did not come in time, for the end of the sentence. */
  readonly whyLate?: (() => string) | undefined;
}

/**
 * What a model of the program's own has thrown, as ours: out of time, cancelled, or a failure that is tried again where it
 * says so itself (`retryable`, or the AI SDK's `isRetryable`), has an HTTP status that does, or is one of the network.
 */
export function errorOfOwn(thrown: unknown, call: OwnCall): KareninaError {
  try {
    return ownFailure(thrown, call);
  } catch {
    return new KareninaError("composition", `Model "${call.id}" threw something that cannot be looked at.`);
  }
}

function ownFailure(
  thrown: unknown,
  { id, deadline, timeoutMs, whyLate = () => "" }: OwnCall,
): KareninaError {
  const site = { modelName: id, url: "a function of the program", keyName: undefined, secrets: [] };
  if (deadline.timedOut) {
    return new TransportError(
      "timeout",
      `Model "${id}" gave no answer within ${(timeoutMs ?? 0) / 1000} s${whyLate()}.`,
      { cause: maskedError(thrown) },
    );
  }
  if (deadline.signal.aborted) return cancelledError(thrown);
  const ours = readThrown(thrown);
  if (KareninaError.isInstance(ours)) return ours;
  const category = categoryOf(thrown);
  const cause = maskedError(thrown);
  const message = `Model "${id}"${thrown instanceof WrongReply ? "" : " threw"}: ${saidText(textOf(thrown))}`;
  if (category !== undefined) {
    const retryAfterMs = memberOf(thrown, "retryAfterMs");
    return new TransportError(category, message, {
      status: statusOf(thrown),
      retryAfterMs: typeof retryAfterMs === "number" && retryAfterMs >= 0 ? retryAfterMs : undefined,
      cause,
    });
  }
  if (networkCode(thrown) !== undefined) return networkError(site, thrown, { deadline, timeoutMs });
  return new KareninaError("composition", message, { cause });
}

/** What is thrown in the place of an error has often no text, or a message all the same. */
function textOf(thrown: unknown): string {
  if (thrown instanceof Error || typeof thrown === "string") return messageOf(thrown);
  const said = memberOf(thrown, "message");
  return typeof said === "string"
    ? said
    : `${thrown === null ? "null" : `a value of type ${typeof thrown}`}, no error`;
}

function categoryOf(thrown: unknown): TransportCategory | undefined {
  const status = statusOf(thrown);
  const ofStatus = status === undefined ? undefined : categoryOfStatus(status);
  const retryable = memberOf(thrown, "retryable") ?? memberOf(thrown, "isRetryable");
  if (retryable === true)
    return ofStatus === undefined || ofStatus === "permanent" ? "server_error" : ofStatus;
  return retryable === false && ofStatus !== undefined ? "permanent" : ofStatus;
}

function statusOf(thrown: unknown): number | undefined {
  const status = memberOf(thrown, "status") ?? memberOf(thrown, "statusCode");
  return typeof status === "number" && status >= 400 && status <= 599 ? status : undefined;
}
