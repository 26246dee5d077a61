import { messageOf } from "../errors.ts";
import { credentialShapes } from "./secret-shapes.ts";

const mask = "[hidden]";

/**
 * The text with every given secret, and everything shaped like a credential, replaced by `[hidden]`.
 * Secrets shorter than 4 characters are left alone: they would hide ordinary words.
 */
export function maskSecrets(text: string, secrets: readonly (string | undefined)[] = []): string {
  return maskGiven(text, secrets, 4).replace(credentialShapes, mask);
}

/**
 * The text with every given secret of at least `shortest` characters replaced by `[hidden]`, and nothing else: for
 * text that must stay as it is, such as a model's reply.
 */
export function maskGiven(text: string, secrets: readonly (string | undefined)[], shortest: number): string {
  let masked = text;
  // a secret may be part of a longer one
  for (const secret of secrets.toSorted((a, b) => (b?.length ?? 0) - (a?.length ?? 0))) {
    if (secret === undefined || secret.length < shortest) continue;
    for (const form of new Set([secret, encodeURIComponent(secret)])) masked = masked.replaceAll(form, mask);
  }
  return masked;
}

/** What is kept of a text that code of users says, such as the message of an error. */
const longestSaid = 10_000;
/** No key is longer: one that a text is cut in is left out with what surrounds it. */
const longestKey = 8192;

/**
 * What code of users says, as text that can be stored: it shows none of the secrets, and of more than 10,000 characters it
 * is the beginning with how many were left out.
 */
export function saidText(
  said: unknown,
  secrets: readonly (string | undefined)[] = [],
  longest = longestSaid,
): string {
  const text = messageOf(said);
  if (text.length <= longest) return maskSecrets(text, secrets).toWellFormed();
  const read = longest + longestKey;
  const start = maskSecrets(text.slice(0, read), secrets);
  // a key that reading stopped in is not known as one
  const whole = text.length > read ? Math.max(0, start.length - longestKey) : start.length;
  const kept = start.slice(0, Math.min(longest, whole));
  return `${kept.replace(/[\uD800-\uDBFF]$/, "").toWellFormed()}… (${text.length - longest} more characters were left out)`;
}

const deepestCause = 8;

/**
 * A copy of an error for the `cause` of another one, that shows none of the given secrets: name, message, code, stack
 * and causes. What else it carries, such as the arguments of a program or a request's body, stays behind.
 */
export function maskedError(error: unknown, secrets: readonly (string | undefined)[] = []): unknown {
  return copyOf(error, secrets, deepestCause);
}

function copyOf(error: unknown, secrets: readonly (string | undefined)[], depth: number): unknown {
  if (typeof error === "string") return saidText(error, secrets);
  if (!(error instanceof Error) || depth === 0) return undefined;
  const shown = (said: unknown) => saidText(said, secrets);
  const cause = copyOf(error.cause, secrets, depth - 1);
  const copy = new Error(shown(error.message), cause === undefined ? undefined : { cause });
  copy.name = shown(error.name);
  copy.stack = shown(error.stack ?? "");
  const code: unknown = Reflect.get(error, "code");
  if (typeof code === "string") return Object.assign(copy, { code: shown(code) });
  return typeof code === "number" ? Object.assign(copy, { code }) : copy;
}
