const mask = "[hidden]";

/** Shapes that are a credential whoever sent it: bearer tokens and keys with a vendor prefix. */
const credentialShapes = /\bBearer\s+[\w.~+/-]{8,}=*|\b(?:sk|rk|pk|gsk|xai)-[\w-]{12,}|\bAIza[\w-]{20,}/g;

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
  for (const secret of secrets) {
    if (secret === undefined || secret.length < shortest) continue;
    for (const form of new Set([secret, encodeURIComponent(secret)])) masked = masked.replaceAll(form, mask);
  }
  return masked;
}
