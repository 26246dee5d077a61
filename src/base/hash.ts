import { createHash } from "node:crypto";

/** Lower-case hexadecimal MD5 of the text's UTF-8 bytes. Used for identifiers, never for security. */
export function md5(text: string): string {
  return createHash("md5").update(text, "utf8").digest("hex");
}

/** Lower-case hexadecimal SHA-256 of bytes, of a text its UTF-8 bytes. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
