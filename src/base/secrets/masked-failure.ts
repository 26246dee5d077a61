import { KareninaError, ReplyError, TransportError, transportCategories } from "../errors.ts";
import { maskedError, maskSecrets, saidText } from "./mask-secrets.ts";

/**
 * An error that shows none of the given secrets, nor anything shaped like a credential: one of ours with its code and all
 * that decides what is done about it. The very error where it shows none.
 */
export function maskedFailure(error: unknown, secrets: readonly string[]): unknown {
  const said = textsOf(error).join("\n");
  if (maskSecrets(said, secrets) === said) return error;
  return KareninaError.isInstance(error) ? readFailure(error, secrets) : maskedError(error, secrets);
}

/**
 * What code of users has thrown, as an error whose texts can be stored and show none of the secrets: one of ours stays one
 * as far as its members are what they should be.
 */
export function readThrown(thrown: unknown, secrets: readonly string[] = []): Error {
  try {
    if (KareninaError.isInstance(thrown)) return readFailure(thrown, secrets);
    const isText = thrown instanceof Error || typeof thrown === "string";
    const type = thrown === null ? "null" : `a value of type ${typeof thrown}`;
    const message = isText ? saidText(textOf(thrown), secrets) : `${type} was thrown instead of an error`;
    return new Error(message, { cause: maskedError(thrown, secrets) });
  } catch {
    return new Error("something was thrown that cannot be looked at");
  }
}

const textOf = (thrown: unknown): unknown => (thrown instanceof Error ? thrown.message : thrown);

/** A text that was cut off is an answer in part. */
const longestPartial = 10_000_000;

function readFailure(error: KareninaError, secrets: readonly string[]): KareninaError {
  const shown = (said: unknown, longest?: number) =>
    said === undefined ? undefined : saidText(said, secrets, longest);
  const message = saidText(error.message, secrets);
  const hint = shown(error.hint);
  const options = { cause: maskedError(error.cause, secrets), ...(hint !== undefined && { hint }) };
  if (TransportError.isInstance(error)) {
    const { category, status, retryAfterMs, partialText } = error;
    if (!transportCategories.includes(category)) return new KareninaError("composition", message, options);
    return new TransportError(category, message, {
      ...options,
      status: Number.isInteger(status) ? status : undefined,
      retryAfterMs: Number(retryAfterMs) >= 0 ? retryAfterMs : undefined,
      partialText: shown(partialText, longestPartial),
    });
  }
  if (ReplyError.isInstance(error))
    return new ReplyError(message, saidText(error.reply, secrets), {
      ...options,
      complete: error.complete !== false,
    });
  const code: unknown = error.code;
  return new KareninaError(typeof code === "string" ? error.code : "composition", message, options);
}

/** So many causes are looked at. */
const deepest = 8;

function textsOf(error: unknown, depth = 0): readonly string[] {
  if (typeof error === "string") return [error];
  if (!(error instanceof Error) || depth === deepest) return [];
  const names = ["message", "stack", "hint", "partialText", "reply"];
  const own = names
    .map((name): unknown => Reflect.get(error, name))
    .filter((text) => typeof text === "string");
  return [...own, ...textsOf(error.cause, depth + 1)];
}
