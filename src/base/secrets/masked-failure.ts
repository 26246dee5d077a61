import { KareninaError, ReplyError, TransportError } from "../errors.ts";
import { maskedError, maskSecrets } from "./mask-secrets.ts";

/**
 * An error that shows none of the given secrets, nor anything shaped like a credential: one of ours with its code and all
 * that decides what is done about it. The very error where it shows none.
 */
export function maskedFailure(error: unknown, secrets: readonly string[]): unknown {
  const said = textsOf(error).join("\n");
  if (maskSecrets(said, secrets) === said) return error;
  if (!KareninaError.isInstance(error)) return maskedError(error, secrets);
  const shown = (text: string) => maskSecrets(text, secrets);
  const message = shown(error.message);
  const options = {
    cause: maskedError(error.cause, secrets),
    ...(error.hint !== undefined && { hint: shown(error.hint) }),
  };
  if (TransportError.isInstance(error)) {
    const { category, status, retryAfterMs, partialText } = error;
    const partial = partialText === undefined ? undefined : shown(partialText);
    return new TransportError(category, message, { ...options, status, retryAfterMs, partialText: partial });
  }
  if (ReplyError.isInstance(error))
    return new ReplyError(message, shown(error.reply), { ...options, complete: error.complete });
  return new KareninaError(error.code, message, options);
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
