import {
  KareninaError,
  maskedError,
  maskSecrets,
  messageOf,
  ReplyError,
  TransportError,
} from "../../base/index.ts";

/** What an own stage has thrown, as an error whose texts can be stored and show none of the secrets. */
export function stageError(thrown: unknown, secrets: readonly string[]): Error {
  const shown = (text: string) => maskSecrets(text, secrets).toWellFormed();
  const message = shown(messageText(thrown));
  const cause = maskedError(thrown, secrets);
  if (!(thrown instanceof KareninaError)) return new Error(message, { cause });
  const options = { cause, ...(typeof thrown.hint === "string" && { hint: shown(thrown.hint) }) };
  if (thrown instanceof TransportError) {
    const { category, status, retryAfterMs } = thrown;
    return new TransportError(category, message, { ...options, status, retryAfterMs });
  }
  if (thrown instanceof ReplyError)
    return new ReplyError(message, shown(thrown.reply), { ...options, complete: thrown.complete });
  return new KareninaError(thrown.code, message, options);
}

function messageText(thrown: unknown): string {
  if (thrown instanceof Error || typeof thrown === "string") return messageOf(thrown);
  return `${thrown === null ? "null" : `a value of type ${typeof thrown}`} was thrown instead of an error`;
}
