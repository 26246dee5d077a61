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

const deepestCause = 8;

/**
 * A copy of an error for the `cause` of another one, that shows none of the given secrets: name, message, code, stack
 * and causes. What else it carries, such as the arguments of a program or a request's body, stays behind.
 */
export function maskedError(error: unknown, secrets: readonly (string | undefined)[] = []): unknown {
  return copyOf(error, secrets, deepestCause);
}

function copyOf(error: unknown, secrets: readonly (string | undefined)[], depth: number): unknown {
  if (typeof error === "string") return maskSecrets(error, secrets);
  if (!(error instanceof Error) || depth === 0) return undefined;
  const cause = copyOf(error.cause, secrets, depth - 1);
  const copy = new Error(maskSecrets(error.message, secrets), cause === undefined ? undefined : { cause });
  copy.name = error.name;
  copy.stack = maskSecrets(error.stack ?? "", secrets);
  return "code" in error && (typeof error.code === "string" || typeof error.code === "number")
    ? Object.assign(copy, { code: error.code })
    : copy;
}
